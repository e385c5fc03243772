package io.weir.cli;

import java.util.List;

/** Options of a JVM that runs classes of this build for seconds. */
public final class BriefJvm {

  /**
   * The process of the test has verified the same classes. A start spends a fifth of its time on
   * that.
   */
  public static final List<String> UNVERIFIED =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");

  /** Compiles quickly: the process is over before the second compiler has paid for itself. */
  public static final String QUICK = "-XX:TieredStopAtLevel=1";

  private BriefJvm() {}
}
