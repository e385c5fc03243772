package io.weir.perf.workload;

/** What the entities of a data set look like. */
public enum Shape {
  /** Ten properties of 100 letters: about 1,160 bytes. */
  WIDE(10, 100),
  /** Three properties of 24 letters: about 150 bytes, a third of them keys, names and Timestamp. */
  NARROW(3, 24);

  private final int properties;
  private final int letters;

  Shape(int properties, int letters) {
    this.properties = properties;
    this.letters = letters;
  }

  /** How many string properties an entity has. */
  int properties() {
    return properties;
  }

  /** Length of each. */
  int letters() {
    return letters;
  }

  /** The name of a property, from 0 on. */
  static String property(int number) {
    return "Property" + number;
  }

  /** The property that filters look at, which comes last. */
  String filtered() {
    return property(properties - 1);
  }
}
