package io.weir.cli.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cli.rows.Utf8Bytes;
import io.weir.cli.terminal.CommandFailure;
import io.weir.server.files.SecretFile;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * A file of properties named as options are, without the dashes.
 *
 * @param path the file; absent when none was named
 */
public record ConfigFile(@Nullable Path path, Map<String, String> values) {

  /** Options whose values are keys. */
  private static final Set<String> SECRETS = Set.of("key", "account-keys");

  /**
   * Reads the file that the arguments or the environment name. Runs before the command is parsed.
   */
  public static ConfigFile read(Map<String, String> environment, String... args)
      throws IOException {
    var glance = new Glance();
    new CommandLine(glance).parseArgs(args);
    var named = glance.config == null ? environment.get("WEIR_CONFIG") : glance.config;
    return named == null ? new ConfigFile(null, Map.of()) : read(Path.of(named));
  }

  private static ConfigFile read(Path path) throws IOException {
    var properties = new Properties();
    try (var reader =
        new InputStreamReader(Utf8Bytes.of(Files.newInputStream(path)), UTF_8.newDecoder())) {
      properties.load(reader);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUsage("The file of --config is damaged: " + e.getMessage());
    }
    var values = new HashMap<String, String>();
    properties
        .stringPropertyNames()
        .forEach(name -> values.put(name, properties.getProperty(name)));
    return new ConfigFile(path, Map.copyOf(values));
  }

  /**
   * Returns this file. Fails if a property is no option of any command, because a misspelt one
   * would have no effect.
   */
  public ConfigFile requireKnownTo(CommandLine weir) {
    var known = new TreeSet<String>();
    OptionDefaults.allOf(weir).forEach(option -> known.add(OptionDefaults.nameOf(option)));
    for (var name : values.keySet()) {
      if (!known.contains(name)) {
        throw CommandFailure.wrongUsage(
            "There is no option '" + name + "', named in " + path + "; there are " + known + ".");
      }
    }
    return this;
  }

  /** Returns a warning when the file holds keys and other users may read it. */
  public Optional<String> exposure() throws IOException {
    return path == null || SECRETS.stream().noneMatch(values::containsKey)
        ? Optional.empty()
        : new SecretFile(path).warning().map(warning -> "Warning: " + warning);
  }

  /** Whether the value of an option, named as in a file, is a key. */
  static boolean isSecret(String name) {
    return SECRETS.contains(name);
  }

  /** Parses {@code --config} and ignores everything else. */
  @Command(name = "weir")
  @SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
  private static final class Glance {

    @Option(names = CommonOptions.CONFIG)
    private @Nullable String config;

    @Unmatched
    private List<String> rest = new ArrayList<>();
  }
}
