package io.weir.cli.options;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Values of options that the command line does not give: from the environment first, then from the
 * file.
 */
public final class OptionDefaults implements IDefaultValueProvider {

  private static final String PREFIX = "WEIR_";

  private final Map<String, String> environment;
  private final ConfigFile file;

  public OptionDefaults(Map<String, String> environment, ConfigFile file) {
    this.environment = environment;
    this.file = file;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
      return null;
    }
    var given = environment.get(variableOf(option));
    return given == null ? file.values().get(nameOf(option)) : given;
  }

  /**
   * Returns where an option's value comes from that the command line does not give, for a person.
   */
  String originOf(OptionSpec option) {
    if (environment.containsKey(variableOf(option))) {
      return "environment";
    }
    return file.values().containsKey(nameOf(option)) ? "file" : "default";
  }

  /** Returns the options of a command and of all its subcommands. */
  public static Stream<OptionSpec> allOf(CommandLine command) {
    return Stream.concat(
        command.getCommandSpec().options().stream(),
        command.getSubcommands().values().stream().flatMap(OptionDefaults::allOf));
  }

  /** Returns the option's name in a file: {@code partition-groups}. */
  public static String nameOf(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** Returns the option's name in the environment: {@code WEIR_PARTITION_GROUPS}. */
  public static String variableOf(OptionSpec option) {
    return PREFIX + nameOf(option).toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
