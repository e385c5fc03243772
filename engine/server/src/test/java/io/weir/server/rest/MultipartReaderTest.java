package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.request.MediaType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartReaderTest {

  private static final MediaType TYPE = MediaType.parse("multipart/mixed; boundary=Bound_1");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--Bound_1\r\nA: 1\r\n\r\none\r\n--Bound_1\r\nA: 2\r\n\r\ntwo\r\n--Bound_1--\r\n",
        "--Bound_1\nA: 1\n\none\n--Bound_1\nA: 2\n\ntwo\n--Bound_1--",
        "\r\n\r\n--Bound_1\r\na:1\r\n\r\none\r\n--Bound_1  \r\na:2\r\n\r\ntwo\r\n--Bound_1--\r\nepilogue",
        "--Bound_1\r\nA: 1\r\n\r\none\r\n--Bound_1\r\nA: 2\r\n\r\ntwo\r\n--Bound_1\r\n",
      })
  void partsAreReadInEveryAcceptedSyntax(String body) {
    var parts = parts(body, 10);

    assertThat(parts).extracting(part -> part.headers().get("A")).containsExactly("1", "2");
    assertThat(parts)
        .extracting(part -> part.content().toString(UTF_8))
        .containsExactly("one", "two");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing of the kind",
        "--Bound_1\r\nA: 1\r\n\r\ncut off",
        "--bound_1\r\nA: 1\r\n\r\nother boundary\r\n--bound_1--",
        "--Bound_1\r\nno header\r\n\r\none\r\n--Bound_1--"
      })
  void bodyWithoutABeginningOrAnEndIsRejected(String body) {
    assertThatThrownBy(() -> parts(body, 10)).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void eachPartHasItsOwnHeadersEvenIfTheyRepeat() {
    var parts = parts(
        Stream.of("A: 1", "A: 1", "A: 1\r\nB: 2", "A: 1\r\nB: 2", "A: 1", "A: 12", "")
            .map(head -> "--Bound_1\r\n" + head + (head.isEmpty() ? "" : "\r\n") + "\r\nx\r\n")
            .collect(Collectors.joining("", "", "--Bound_1--")),
        10);

    assertThat(parts)
        .extracting(part -> part.headers().get("A") + " " + part.headers().get("B"))
        .containsExactly("1 null", "1 null", "1 2", "1 2", "1 null", "12 null", "null null");
    assertThat(parts).extracting(part -> part.content().toString(UTF_8)).containsOnly("x");
  }

  @Test
  void headersWithoutABlankLineAreNotReusedForTheNextPart() {
    var parts = parts("--Bound_1\r\nA: 1\r\n--Bound_1\r\nA: 12\r\n\r\ntwo\r\n--Bound_1--", 10);

    assertThat(parts).extracting(part -> part.headers().get("A")).containsExactly("1", "12");
    assertThat(parts).extracting(part -> part.content().toString(UTF_8)).containsExactly("", "two");
  }

  @Test
  void boundaryHasAtMost70Characters() {
    assertThat(withBoundary("b".repeat(70))).hasSize(1);
    assertThatThrownBy(() -> withBoundary("b".repeat(71)))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void readingStopsAfterTheRequestedNumberOfParts() {
    assertThat(parts("--Bound_1\r\n\r\none\r\n--Bound_1\r\nno header here", 1)).hasSize(1);
  }

  @Test
  void lineThatOnlyBeginsLikeABoundaryIsContent() {
    var part =
        parts("--Bound_1\r\n\r\n--Bound_12\r\n --Bound_1\r\n--Bound_1--", 2).get(0);

    assertThat(part.content().toString(UTF_8)).isEqualTo("--Bound_12\r\n --Bound_1");
  }

  @Test
  void boundaryMayBeFollowedByAtMost16Blanks() {
    var some = "--Bound_1" + " ".repeat(16) + "\r\n\r\none\r\n--Bound_1--";
    var more = "--Bound_1" + " ".repeat(17) + "\r\n\r\none\r\n--Bound_1--";

    assertThat(parts(some, 10)).hasSize(1);
    assertThat(parts(more, 10)).isEmpty();
  }

  private static List<Part> withBoundary(String boundary) {
    var type = MediaType.parse("multipart/mixed; boundary=\"" + boundary + "\"");
    var body = "--" + boundary + "\r\n\r\none\r\n--" + boundary + "--";
    return MultipartReader.read(type, Unpooled.copiedBuffer(body, UTF_8), 10);
  }

  private static List<Part> parts(String body, int maxParts) {
    return MultipartReader.read(TYPE, Unpooled.copiedBuffer(body, UTF_8), maxParts);
  }
}
