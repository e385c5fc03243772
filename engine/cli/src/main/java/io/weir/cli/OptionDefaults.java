package io.weir.cli;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Values of options that the command line does not give: from the environment first, then from the file. */
final class OptionDefaults implements IDefaultValueProvider {

  private static final String PREFIX = "WEIR_";

  private final Map<String, String> environment;
  private final ConfigFile file;

  OptionDefaults(Map<String, String> environment, ConfigFile file) {
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

  /** The option's name in a file: {@code partition-groups}. */
  static String nameOf(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** The option's name in the environment: {@code WEIR_PARTITION_GROUPS}. */
  static String variableOf(OptionSpec option) {
    return PREFIX + nameOf(option).toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
