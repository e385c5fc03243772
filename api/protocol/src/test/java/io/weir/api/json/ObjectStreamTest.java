package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.InvalidRequestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The objects of a text, wherever they stand in it. */
final class ObjectStreamTest {

  private static final int LONGEST = 100;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1}{\"b\":2}",
        "{\"a\":1}\n{\"b\":2}\n",
        " [ {\"a\" : 1} , {\"b\":2} ] ",
        "[{\"a\":1}][{\"b\":2}]",
        "{\"value\":[{\"a\":1},{\"b\":2}]}",
        "{\"odata.metadata\":\"x\",\"value\":[{\"a\":1}],\"more\":{\"c\":[3]}}{\"value\":[{\"b\":2}]}"
      })
  void theyStandAloneInArraysAndInPages(String text) throws IOException {
    assertThat(objects(text)).containsExactly("{\"a\":1}", "{\"b\":2}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "[]", "[][]", "{\"value\":[]}"})
  void aTextWithoutObjectsHasNone(String text) throws IOException {
    assertThat(objects(text)).isEmpty();
  }

  @Test
  void numbersKeepTheirText() throws IOException {
    assertThat(objects("[{\"a\":5e0,\"b\":1.50,\"c\":12345678901234567890,\"d\":-0.0}]"))
        .containsExactly("{\"a\":5e0,\"b\":1.50,\"c\":12345678901234567890,\"d\":-0.0}");
  }

  @Test
  void otherValuesAreCopied() throws IOException {
    var object = "{\"t\":\"é\\n\\\"\",\"n\":null,\"y\":true,\"value\":\"v\",\"o\":{\"value\":[1]}}";

    assertThat(objects(object)).containsExactly(object);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      [{"a":1},N{"b":2}            | 2
      [{"a":1},N{"b":              | 2
      [{"a":1}NN{"b":2}]           | 3
      {"a":1}NNx                   | 3
      [{"a":1},N5]                 | 2
      [{"a":1},Nnull]              | 2
      "a"                          | 1
      """)
  void aBrokenTextIsRefusedWithItsLine(String text, long line) throws IOException {
    try (var stream = stream(text.replace('N', '\n'))) {
      assertThatThrownBy(() -> {
            while (stream.next() != null) {}
          })
          .isInstanceOf(InvalidRequestException.class);
      assertThat(stream.line()).isEqualTo(line);
    }
  }

  @Test
  void anObjectMayBeAsLongAsTheLimit() throws IOException {
    var longest = "{\"a\":\"" + "x".repeat(LONGEST - 8) + "\"}";

    assertThat(objects(longest)).containsExactly(longest);
    assertThatThrownBy(() -> objects(longest.replace("xx", "xxx")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("objectLimitBytes=100");
  }

  @Test
  void aFailureOfTheBytesIsThatOfTheStream() throws IOException {
    var broken = new InputStream() {
      @Override
      public int read() throws IOException {
        throw new IOException("torn");
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        throw new IOException("torn");
      }
    };

    try (var stream = new ObjectStream(broken, LONGEST)) {
      assertThatThrownBy(stream::next)
          .isInstanceOf(UncheckedIOException.class)
          .hasRootCauseMessage("torn");
    }
  }

  @Test
  void theLineIsThatInWhichTheObjectBegins() throws IOException {
    try (var stream = stream("[\n{\"a\":\n1},\n\n{\"b\":2}]")) {
      stream.next();
      assertThat(stream.line()).isEqualTo(2);
      stream.next();
      assertThat(stream.line()).isEqualTo(5);
    }
  }

  private static List<String> objects(String text) throws IOException {
    try (var stream = stream(text)) {
      var objects = new ArrayList<String>();
      for (var next = stream.next(); next != null; next = stream.next()) {
        objects.add(new String(next, UTF_8));
      }
      return objects;
    }
  }

  private static ObjectStream stream(String text) {
    return new ObjectStream(new ByteArrayInputStream(text.getBytes(UTF_8)), LONGEST);
  }
}
