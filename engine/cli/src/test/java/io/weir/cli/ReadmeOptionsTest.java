package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.options.OptionDefaults;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of the command line lists every option. */
final class ReadmeOptionsTest {

  @ParameterizedTest
  @MethodSource("options")
  void theTableListsEveryOption(String option) {
    assertThat(Readme.COMMAND_LINE.text().lines())
        .anyMatch(line -> line.startsWith("| `") && line.contains("`" + option));
  }

  static Stream<String> options() {
    var weir = Transcript.commands();
    return OptionDefaults.allOf(weir).map(option -> option.longestName()).distinct();
  }
}
