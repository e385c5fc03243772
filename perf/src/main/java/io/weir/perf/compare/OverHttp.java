package io.weir.perf.compare;

import io.weir.perf.scenario.RunOptions;
import java.io.IOException;

/**
 * The commands that measure what one server does over HTTP, each with a plan of its own. Belongs to
 * the launcher's thread, which blocks.
 */
public final class OverHttp {

  private OverHttp() {}

  /** A plan of some budget. */
  @FunctionalInterface
  private interface Planned {
    ComparisonPlan of(TimeBudget budget) throws IOException;
  }

  /**
   * Measures point reads by each protocol and media type, beside bare endpoints. Returns the exit
   * code.
   */
  public static int reads(RunOptions options) throws IOException {
    return report(options, ComparisonPlan::reads);
  }

  /**
   * Measures streams of whole tables beside a bare endpoint, PostgreSQL's cursor and the emulator's
   * pages. Returns the exit code.
   */
  public static int streams(RunOptions options) throws IOException {
    return report(options, ComparisonPlan::streams);
  }

  /**
   * Measures durable bulk writes beside single requests and PostgreSQL's commits. Returns the exit
   * code.
   */
  public static int bulkWrites(RunOptions options) throws IOException {
    return report(options, ComparisonPlan::bulkWrites);
  }

  private static int report(RunOptions options, Planned planned) throws IOException {
    var budget = options.isTrial() ? TimeBudget.TRIAL : TimeBudget.OVER_HTTP;
    return options.report(run -> Session.measure(run, planned.of(budget), budget));
  }
}
