"""Writes classical.json and transforms.json: models that scikit-learn trained or NumPy describes.

Run by hand after `pip install -r requirements.txt`: `python make_classical.py`.
"""

import warnings

import coremltools as ct
import numpy as np
from coremltools.models.nearest_neighbors import KNearestNeighborsClassifierBuilder
from coremltools.proto import FeatureTypes_pb2
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC, NuSVC
from sklearn.tree import DecisionTreeClassifier

from common import case, model, write
from make_classifiers import classifier

warnings.filterwarnings("ignore")
rng = np.random.default_rng(5)
DOUBLE = FeatureTypes_pb2.ArrayFeatureType.DOUBLE


def blobs(classes, count=16, width=4):
    """Points around a centre for each class, single precision so that files hold them exactly."""
    centres = rng.standard_normal((classes, width)) * 1.5
    y = np.repeat(np.arange(classes), count)
    x = centres[y] + rng.standard_normal((len(y), width))
    names = np.array(["crow", "hen", "owl", "tit"])[y]
    return x.astype(np.float32).astype(np.float64), names


def vector_input(spec, width):
    """Gives a converted model one float array `x` instead of what the converter chose."""
    del spec.description.input[:]
    feature = spec.description.input.add()
    feature.name = "x"
    feature.type.multiArrayType.shape.append(width)
    feature.type.multiArrayType.dataType = DOUBLE
    return spec


def trained(name, estimator, classes=3, tolerance=1e-6):
    """A case of a trained estimator, at a point between the classes."""
    x, y = blobs(classes)
    estimator.fit(x, y)
    point = (x[::16].mean(0) + rng.standard_normal(4) * 0.3).astype(np.float32)
    spec = ct.converters.sklearn.convert(estimator, "x", "label").get_spec()
    labels = list(estimator.classes_)
    item = classifier(name, vector_input(spec, 4), {"x": point}, labels,
                      estimator.predict_proba(point[None].astype(np.float64))[0])
    item["tolerance"] = tolerance
    return item


def neighbours(name, weighting, k):
    x, y = blobs(3)
    builder = KNearestNeighborsClassifierBuilder("x", "label", 4, "", number_of_neighbors=k,
                                                 weighting_scheme=weighting)
    builder.add_samples(x.astype(np.float32), list(y))
    estimator = KNeighborsClassifier(
        k, weights="uniform" if weighting == "uniform" else "distance").fit(x, y)
    point = x[::16].mean(0).astype(np.float32)
    spec = builder.spec
    spec.description.predictedFeatureName = "label"
    return classifier(name, spec, {"x": point}, list(estimator.classes_),
                      estimator.predict_proba(point[None].astype(np.float64))[0])


def voting():
    """Without probability parameters the classes vote."""
    x, y = blobs(3)
    estimator = SVC(kernel="rbf", gamma=0.4, decision_function_shape="ovo").fit(x, y)
    point = x[::16].mean(0).astype(np.float32)
    spec = ct.converters.sklearn.convert(estimator, "x", "label").get_spec()
    decisions = estimator.decision_function(point[None].astype(np.float64))[0]
    votes = np.zeros(3)
    for decision, (i, j) in zip(decisions, ((0, 1), (0, 2), (1, 2))):
        votes[i if decision > 0 else j] += 1
    spec.description.predictedProbabilitiesName = "probabilities"
    return classifier("SVC that votes", vector_input(spec, 4), {"x": point},
                      list(estimator.classes_), votes / 3)


def transform(name, fill, x, y):
    spec = model({"x": x.shape}, {"y": y.shape}, version=1)
    fill(spec)
    return case(name, spec, {"x": x}, {"y": y}, 1e-5)


def scaler(spec, shifts, scales):
    spec.scaler.shiftValue.extend(shifts)
    spec.scaler.scaleValue.extend(scales)


def vectorizer():
    a, b = (rng.standard_normal(n).astype(np.float32) for n in (2, 3))
    spec = model({"a": [2], "b": [3]}, {"y": [5]}, version=1)
    for name, size in (("b", 3), ("a", 2)):
        column = spec.featureVectorizer.inputList.add()
        column.inputColumn, column.inputDimensions = name, size
    return case("columns in another order", spec, {"a": a, "b": b},
                {"y": np.concatenate([b, a])}, 1e-6)


def extractor(spec):
    spec.arrayFeatureExtractor.extractIndex.extend([3, 0, 3])


def normalizer(kind):
    def fill(spec):
        spec.normalizer.normType = kind
    return fill


v = rng.standard_normal(4).astype(np.float32)
shifts, scales = rng.standard_normal(4), rng.standard_normal(4)

classical = [
    trained("SVC, RBF", SVC(kernel="rbf", gamma=0.3, probability=True, random_state=1)),
    trained("SVC, linear", SVC(kernel="linear", probability=True, random_state=1)),
    trained("SVC, polynomial", SVC(kernel="poly", degree=2, gamma=0.2, coef0=0.5,
                                   probability=True, random_state=1)),
    trained("SVC, sigmoid", SVC(kernel="sigmoid", gamma=0.05, coef0=0.1, probability=True,
                                random_state=1)),
    trained("SVC, four classes", NuSVC(nu=0.3, gamma=0.3, probability=True, random_state=1), 4),
    # scikit-learn couples the probabilities of two classes as those of more; LIBSVM does not.
    trained("SVC, two classes", SVC(gamma=0.3, probability=True, random_state=1), 2, 5e-3),
    voting(),
    trained("decision tree", DecisionTreeClassifier(max_depth=3, random_state=1)),
    trained("decision tree, two classes", DecisionTreeClassifier(max_depth=2, random_state=1), 2),
    trained("random forest", RandomForestClassifier(7, max_depth=3, random_state=1)),
    trained("boosted trees", GradientBoostingClassifier(n_estimators=5, max_depth=2,
                                                        random_state=1)),
    trained("boosted trees, two classes", GradientBoostingClassifier(
        n_estimators=5, max_depth=2, random_state=1), 2),
    neighbours("neighbours", "uniform", 5),
    neighbours("neighbours by distance", "inverse_distance", 7),
]

transforms = [
    transform("scaler", lambda s: scaler(s, shifts, scales), v,
              ((v + shifts) * scales).astype(np.float32)),
    transform("scaler of one number", lambda s: scaler(s, [0.5], [2.0]), v, (v + 0.5) * 2),
    transform("normalizer, largest", normalizer(0), v, v / np.abs(v).max()),
    transform("normalizer, L1", normalizer(1), v, v / np.abs(v).sum()),
    transform("normalizer, L2", normalizer(2), v, v / np.sqrt((v * v).sum())),
    transform("extractor", extractor, v, v[[3, 0, 3]]),
    vectorizer(),
]

if __name__ == "__main__":
    write("classical.json", classical)
    write("transforms.json", transforms)
