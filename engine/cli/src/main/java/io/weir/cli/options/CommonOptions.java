package io.weir.cli.options;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class CommonOptions {

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
          "File of properties for options that the command line does not give, such as 'port=10002'.")
  private @Nullable Path config;

  @Option(
      names = VERBOSE,
      description = "Log at DEBUG to standard error and print stack traces of failures.")
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
          "Format of the log on standard error: text, or json with one JSON object per line. Default: text.")
  void setLogFormat(LogFormat format) {
    System.setProperty(LOG_FORMAT, format.name().toLowerCase(Locale.ROOT));
  }

  /** How the log is written. */
  enum LogFormat {
    TEXT,
    JSON
  }

  /**
   * Returns whether {@code --verbose} was given on the command line, in the environment or in the
   * file.
   */
  public static boolean isVerbose() {
    return "DEBUG".equals(System.getProperty(LOG_LEVEL));
  }
}
