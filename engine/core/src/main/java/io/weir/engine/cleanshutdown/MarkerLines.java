package io.weir.engine.cleanshutdown;

import java.util.ArrayList;
import java.util.List;

/** Lines {@code name=value} in a fixed order. Owner: the thread that parses. */
final class MarkerLines {

  private final List<String> lines;
  private int at;

  MarkerLines(String text) {
    lines = text.lines().toList();
  }

  /** Returns the value of the next line, which must have this name. */
  String next(String name) throws CleanShutdownInvalid {
    if (at == lines.size() || !lines.get(at).startsWith(name + "=")) {
      throw new CleanShutdownInvalid("the marker misses a line line=" + name);
    }
    return lines.get(at++).substring(name.length() + 1);
  }

  /** Returns the values of all remaining lines, which must be named by the prefix and a number counted from 0. */
  List<String> rest(String prefix) throws CleanShutdownInvalid {
    var values = new ArrayList<String>();
    while (at < lines.size()) {
      values.add(next(prefix + values.size()));
    }
    return values;
  }
}
