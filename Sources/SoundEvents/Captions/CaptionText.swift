/// Turns a label into what a caption says: `dog_bark` into `[dog barking]`.
///
/// Rule: underscores become spaces; if the last of several words is a sound that an animal or thing
/// makes, it takes its -ing form. `exceptions` holds what the rule gets wrong.
package enum CaptionText {
  /// The caption with its brackets, on one line.
  package static func caption(for label: String) -> String {
    "[\(words(for: label))]"
  }

  /// The caption without brackets.
  package static func words(for label: String) -> String {
    if let words = exceptions[label] { return words }
    let plain = readable(label)
    guard let space = plain.lastIndex(of: " ") else { return plain }
    let last = String(plain[plain.index(after: space)...])
    guard let doing = doings[last] else { return plain }
    return plain[...space] + doing
  }

  /// The label with spaces for underscores, on one line; a label of nothing but spaces is `sound`.
  package static func readable(_ label: String) -> String {
    let words = PlainLine.text(label).split { $0 == "_" || $0 == " " }
    return words.isEmpty ? "sound" : words.joined(separator: " ")
  }

  /// What the last word of a label becomes.
  private static let doings: [String: String] = [
    "bark": "barking", "bleat": "bleating", "buzz": "buzzing", "caw": "cawing",
    "chirp": "chirping", "cluck": "clucking", "coo": "cooing", "croak": "croaking",
    "crow": "crowing", "dripping": "dripping", "growl": "growling", "hiss": "hissing",
    "honk": "honking", "hoot": "hooting", "howl": "howling", "meow": "meowing", "moo": "mooing",
    "neigh": "neighing", "oink": "oinking", "purr": "purring", "quack": "quacking",
    "rattle": "rattling", "roar": "roaring", "slam": "slamming", "squawk": "squawking",
    "strum": "strumming", "flush": "flushing", "whimper": "whimpering",
  ]

  /// Labels that the rule would leave clumsy or wrong.
  private static let exceptions: [String: String] = [
    "babble": "people babbling", "basketball_bounce": "basketball bouncing",
    "bathtub_filling_washing": "bathtub filling", "bicycle_bell": "bicycle bell rings",
    "bird": "birdsong", "bird_chirp_tweet": "birds chirping", "bird_flapping": "wings flapping",
    "bird_vocalization": "birds calling", "boat_water_vehicle": "boat", "burp": "burps",
    "bowling_impact": "bowling pins fall", "camera": "camera clicks", "car_horn": "car horn honks",
    "car_passing_by": "car passes by", "chatter": "people chattering",
    "chuckle_chortle": "chuckling", "church_bell": "church bell rings",
    "civil_defense_siren": "civil defense siren wails", "click": "clicking",
    "coin_dropping": "coins clinking", "cough": "coughing", "cricket_chirp": "crickets chirping",
    "crowd": "crowd murmuring", "crumpling_crinkling": "crinkling",
    "crying_sobbing": "sobbing", "cutlery_silverware": "cutlery clinking",
    "dishes_pots_pans": "dishes clattering", "dog_bow_wow": "dog barking",
    "door": "door opens or closes", "door_bell": "doorbell rings", "door_slam": "door slams",
    "door_sliding": "sliding door", "drawer_open_close": "drawer opens or closes",
    "drill": "drilling", "engine_accelerating_revving": "engine revving",
    "engine_knocking": "engine knocking", "engine_starting": "engine starts",
    "eruption": "eruption rumbling", "finger_snapping": "fingers snapping",
    "fire_crackle": "fire crackling", "fire_engine_siren": "fire engine siren",
    "gasp": "gasps", "glass_breaking": "glass breaks", "glass_clink": "glasses clinking",
    "guitar_strum": "guitar strumming", "gunshot_gunfire": "gunshots", "hammer": "hammering",
    "hiccup": "hiccups", "horse_clip_clop": "hooves clip-clopping",
    "keyboard_musical": "keyboard playing", "knock": "knocking",
    "liquid_filling_container": "liquid filling a container",
    "liquid_trickle_dribble": "liquid trickling", "marimba_xylophone": "marimba or xylophone",
    "microwave_oven": "microwave oven", "motorboat_speedboat": "motorboat",
    "nose_blowing": "blows nose", "ocean": "ocean waves", "person_running": "running footsteps",
    "person_shuffling": "feet shuffling", "person_walking": "footsteps",
    "pigeon_dove_coo": "pigeon cooing", "playing_badminton": "badminton",
    "playing_hockey": "hockey", "playing_squash": "squash", "playing_table_tennis": "table tennis",
    "playing_tennis": "tennis", "playing_volleyball": "volleyball", "raindrop": "raindrops",
    "ratchet_and_pawl": "ratchet clicking", "rattle_instrument": "rattle shaking",
    "reverse_beeps": "reversing beeps", "ringtone": "phone ringtone",
    "rowboat_canoe_kayak": "paddling", "saw": "sawing", "shout": "shouting", "sigh": "sighs",
    "sink_filling_washing": "water running in a sink", "slap_smack": "slap",
    "slurp": "slurping", "smoke_detector": "smoke detector beeps", "sneeze": "sneezes",
    "snicker": "snickering", "squeak": "squeaking", "steel_guitar_slide_guitar": "slide guitar",
    "stream_burbling": "stream babbling", "subway_metro": "subway train", "tap": "tapping",
    "telephone": "telephone", "telephone_bell_ringing": "telephone rings", "thump_thud": "thud",
    "tick": "ticking", "tick_tock": "clock ticking", "train_horn": "train horn blows",
    "train_wheels_squealing": "train wheels squealing", "train_whistle": "train whistle blows",
    "turkey_gobble": "turkey gobbling", "typing_computer_keyboard": "typing on a keyboard",
    "vehicle_skidding": "tires screeching", "violin_fiddle": "violin",
    "water_tap_faucet": "water running", "whale_vocalization": "whale calling",
    "whoosh_swoosh_swish": "whoosh", "wind_noise_microphone": "wind on the microphone",
    "wind_rustling_leaves": "leaves rustling", "yell": "yelling",
  ]
}
