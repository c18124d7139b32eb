"""Compares metrics.py with sed_eval, and with a table made by hand."""
import random
import unittest

import metrics
from sed_eval.sound_event import EventBasedMetrics

LABELS = ["a", "b", "c"]


def by_sed_eval(pairs, collar):
    metric = EventBasedMetrics(LABELS, t_collar=collar, percentage_of_length=metrics.SHARE_OF_LENGTH)

    def as_list(events):
        return [{"event_onset": start, "event_offset": end, "event_label": label} for start, end, label in events]
    for known, found in pairs:
        metric.evaluate(as_list(known), as_list(found))
    return metric.results_overall_metrics()["f_measure"]["f_measure"]


class MetricsTests(unittest.TestCase):
    def test_f1_is_that_of_sed_eval(self):
        numbers = random.Random(1)

        def events(count):
            starts = [numbers.uniform(0, 20) for _ in range(count)]
            return [(start, start + numbers.uniform(0.1, 4), numbers.choice(LABELS)) for start in starts]

        def disturbed(event):
            return event[0] + numbers.gauss(0, 0.3), event[1] + numbers.gauss(0, 0.4), event[2]
        for _ in range(40):
            known = [events(8) for _ in range(3)]
            pairs = [(one, [disturbed(event) for event in one if numbers.random() < 0.8] + events(3)) for one in known]
            for collar in metrics.COLLARS:
                self.assertAlmostEqual(metrics.f1(pairs, collar), by_sed_eval(pairs, collar), places=12)

    def test_one_found_event_matches_one_known_event(self):
        known = [(1.0, 2.0, "a"), (1.1, 2.1, "a")]
        self.assertEqual(metrics.hits(known, [(1.05, 2.05, "a")], 0.2), 1)
        # The first known event reaches both, the second only the first: both must be matched all the same.
        known = [(1.0, 2.0, "a"), (0.85, 2.0, "a")]
        self.assertEqual(metrics.hits(known, [(1.0, 2.0, "a"), (1.15, 2.0, "a")], 0.2), 2)

    def test_collars(self):
        table = [((1.0, 2.0), (1.2, 2.0), 1), ((1.0, 2.0), (1.21, 2.0), 0), ((1.0, 2.0), (1.0, 2.21), 0),
                 ((0.0, 10.0), (0.0, 12.0), 1), ((0.0, 10.0), (0.0, 12.1), 0)]
        for known, found, count in table:
            self.assertEqual(metrics.hits([(*known, "a")], [(*found, "a")], 0.2 + 1e-9), count, (known, found))
        self.assertEqual(metrics.hits([(1.0, 2.0, "a")], [(1.0, 2.0, "b")], 0.2), 0)

    def test_errors(self):
        onsets, offsets, false = metrics.errors([([(1.0, 2.0, "a"), (5.0, 6.0, "b")], [(1.5, 2.5, "a"), (1.9, 2.0, "a"), (5.0, 6.0, "a")])])
        self.assertEqual((onsets, offsets, false), ([0.5], [0.5], 1))

    def test_nothing(self):
        self.assertEqual(metrics.f1([([], [])], 0.2), 0.0)
        self.assertEqual(metrics.errors([([], [])]), ([], [], 0))


if __name__ == "__main__":
    unittest.main()
