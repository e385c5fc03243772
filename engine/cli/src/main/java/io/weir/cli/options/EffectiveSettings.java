package io.weir.cli.options;

import io.weir.server.json.StatusDocument.Setting;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that a command runs with, and where each comes from. */
public final class EffectiveSettings {

  private EffectiveSettings() {}

  /**
   * Returns the options of a command that was parsed, in the order of its help. Values of secrets
   * are left out.
   */
  public static List<Setting> of(CommandSpec command) {
    var given = command.commandLine().getParseResult();
    var defaults = command.commandLine().getDefaultValueProvider() instanceof OptionDefaults found
        ? found
        : new OptionDefaults(Map.of(), new ConfigFile(null, Map.of()));
    return command.options().stream()
        .filter(Predicate.not(OptionSpec::usageHelp).and(Predicate.not(OptionSpec::versionHelp)))
        .map(option -> setting(
            option, given.hasMatchedOption(option) ? "command line" : defaults.originOf(option)))
        .toList();
  }

  private static Setting setting(OptionSpec option, String origin) {
    var secret = ConfigFile.isSecret(OptionDefaults.nameOf(option));
    Optional<String> value = secret
        ? Optional.empty()
        : Optional.ofNullable(option.getValue()).flatMap(EffectiveSettings::text);
    return new Setting(option.longestName(), value, origin, secret);
  }

  /** Returns the text of a value; empty for a list without elements, and for an absent value. */
  private static Optional<String> text(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.flatMap(EffectiveSettings::text);
    }
    if (value instanceof Collection<?> several) {
      var texts = several.stream().map(EffectiveSettings::withoutPassword).toList();
      return Optional.of(String.join(",", texts)).filter(text -> !text.isEmpty());
    }
    return Optional.ofNullable(value).map(EffectiveSettings::withoutPassword);
  }

  /** A URL may carry a name and a password before its host. */
  private static String withoutPassword(Object value) {
    return value.toString().replaceAll("//[^/@\\s]*@", "//");
  }
}
