package io.weir.cli;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class CommonOptions {

  static final String CONFIG = "--config";
  private static final String VERBOSE = "--verbose";
  private static final String LOG_LEVEL = "weir.log.level";
  private static final String LOG_FORMAT = "weir.log.format";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help and exit.")
  private boolean help;

  /** Read before all others: see {@link ConfigFile}. */
  @Option(
      names = CONFIG,
      paramLabel = "FILE",
      description =
          "Properties that stand in for options that are not given, such as 'port=10002'.")
  private @Nullable Path config;

  @Option(
      names = VERBOSE,
      description =
          "Log what is done, at DEBUG, to standard error, and print stack traces of failures.")
  void setVerbose(boolean verbose) {
    if (verbose) {
      // Before the first logger is made, for it reads the level once.
      System.setProperty(LOG_LEVEL, "DEBUG");
    }
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description =
          "Of the log on standard error: text, or json for a line of JSON each. Default: text.")
  void setLogFormat(LogFormat format) {
    System.setProperty(LOG_FORMAT, format.name().toLowerCase(Locale.ROOT));
  }

  /** How the log is written. */
  enum LogFormat {
    TEXT,
    JSON
  }

  /** Whether {@code --verbose} was given, by any of its ways. */
  static boolean isVerbose() {
    return "DEBUG".equals(System.getProperty(LOG_LEVEL));
  }
}
