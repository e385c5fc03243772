package io.weir.cli.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cli.rows.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineReaderTest {

  @Test
  void linesEndWithLfOrCrLfAndTheLastMayHaveNoEnd() throws IOException {
    assertThat(lines("a\r\nb\n\nc")).containsExactly("a", "b", "", "c");
    assertThat(lines("a\n")).containsExactly("a");
    assertThat(lines("")).isEmpty();
  }

  @Test
  void anExcessivelyLongLineIsRefused() {
    var endless = "x".repeat(LineReader.LONGEST_BYTES + 1);

    assertThatThrownBy(() -> lines("a\n" + endless))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 2: ");
  }

  private static List<String> lines(String text) throws IOException {
    var lines = new ArrayList<String>();
    try (var reader = new LineReader(new ByteArrayInputStream(text.getBytes(UTF_8)))) {
      for (var line = reader.next(); line != null; line = reader.next()) {
        lines.add(new String(line, UTF_8));
      }
    }
    return lines;
  }
}
