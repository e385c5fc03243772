package io.weir.cli.process;

/** A page of Prometheus text. */
record Metrics(String text) {

  /** Returns the sum of a meter's values that carry a label. */
  long sum(String name, String label) {
    return text.lines()
        .filter(line -> line.startsWith(name + "{") && line.contains(label))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
