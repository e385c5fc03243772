package io.weir.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example settings name every option of the service, by its own name, and nothing else. */
final class PackagingTest {

  private static final Pattern SETTING = Pattern.compile("(?m)^#?([a-z][a-z-]*)=");

  /** About the file itself, for one call alone, or another way to say what the file says. */
  private static final Set<String> NOT_FOR_A_FILE = Set.of("config", "help", "account-keys");

  @Test
  void theExampleNamesEveryOptionOfTheService() throws IOException {
    var text = Files.readString(Path.of("src/main/packaging/weir.properties"));
    var named = SETTING
        .matcher(text)
        .results()
        .map(setting -> setting.group(1))
        .collect(Collectors.toSet());
    var serve = CommandLines.of(new Transcript().terminal()).getSubcommands().get("serve");
    var options = serve.getCommandSpec().options().stream()
        .map(Defaults::nameOf)
        .filter(name -> !NOT_FOR_A_FILE.contains(name))
        .collect(Collectors.toSet());

    assertThat(named).isEqualTo(options);
  }
}
