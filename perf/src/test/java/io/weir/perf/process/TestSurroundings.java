package io.weir.perf.process;

import java.nio.file.Path;
import java.util.List;

/**
 * The surroundings of servers that a test starts. A server lives for seconds, so its JVM does not
 * pay for the second compiler.
 */
public final class TestSurroundings {

  /** The options of a JVM that lives for seconds. */
  public static final List<String> BRIEF = List.of("-XX:TieredStopAtLevel=1");

  private TestSurroundings() {}

  /** Returns the surroundings of servers with data in a folder. */
  public static Surroundings in(Path folder) {
    return Surroundings.in(folder).with(BRIEF);
  }
}
