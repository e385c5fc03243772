package io.weir.cli.rows;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes of inputs: in other encodings, and read again. */
final class InputBytesTest {

  @TempDir
  Path folder;

  @Test
  void pairsOfCharactersSurviveEveryPlaceInABuffer() throws IOException {
    for (var before = 8180; before < 8200; before++) {
      var text = "x".repeat(before) + "\uD83E\uDD89 é \u4F60" + "y".repeat(9000);

      for (var charset : new Charset[] {UTF_16LE, UTF_16BE, Charset.forName("UTF-32BE")}) {
        try (var bytes = new TranscodedBytes(stream(text.getBytes(charset)), charset)) {
          assertThat(new String(bytes.readAllBytes(), UTF_8)).isEqualTo(text);
        }
      }
    }
  }

  @Test
  void singleBytesAreTheSame() throws IOException {
    try (var bytes = new TranscodedBytes(stream("é".getBytes(UTF_16LE)), UTF_16LE)) {
      assertThat(bytes.read()).isEqualTo(0xC3);
      assertThat(bytes.read()).isEqualTo(0xA9);
      assertThat(bytes.read()).isEqualTo(-1);
      assertThat(bytes.read(new byte[4], 0, 4)).isEqualTo(-1);
    }
  }

  @Test
  void bytesOfAnotherEncodingAreRefused() throws IOException {
    var half = new byte[] {'a', 0, 0x00, (byte) 0xD8};
    try (var bytes = Utf8Bytes.of(stream(half), UTF_16LE)) {
      assertThatThrownBy(bytes::readAllBytes).isInstanceOf(CharacterCodingException.class);
    }
  }

  @Test
  void aMarkGoesBeforeTheStatedEncoding() throws IOException {
    var marked = "\uFEFFé".getBytes(UTF_8);

    try (var bytes = Utf8Bytes.of(stream(marked), Charset.forName("windows-1252"))) {
      assertThat(new String(bytes.readAllBytes(), UTF_8)).isEqualTo("é");
    }
  }

  @Test
  void shortTextsAreWhole() throws IOException {
    for (var text : new String[] {"", "a", "ab", "abc", "abcd", "abcde"}) {
      try (var bytes = Utf8Bytes.of(Unpacked.of(stream(text.getBytes(UTF_8))))) {
        assertThat(new String(bytes.readAllBytes(), UTF_8)).isEqualTo(text);
      }
    }
  }

  @Test
  void theBeginningOfASinglePassIsReadAgain() throws IOException {
    var content = new byte[SinglePass.HEAD_BYTES + 1];
    content[0] = 1;
    var pass = new SinglePass(stream(content));

    for (var i = 0; i < 3; i++) {
      try (var reading = pass.open()) {
        assertThat(reading.readNBytes(SinglePass.HEAD_BYTES)).startsWith(1);
      }
    }
    assertThat(pass.open().readAllBytes()).isEqualTo(content);
  }

  @Test
  void aReadingBeyondTheBeginningIsTheLast() throws IOException {
    var pass = new SinglePass(stream(new byte[2 * SinglePass.HEAD_BYTES]));

    pass.open().readNBytes(SinglePass.HEAD_BYTES + SinglePass.HEAD_BYTES / 2);

    assertThatThrownBy(pass::open).isInstanceOf(IOException.class);
  }

  @Test
  void aSpoolGivesItsBytesToEachReading() throws IOException {
    var content = "abc".repeat(100_000).getBytes(UTF_8);
    var told = new AtomicLong();

    try (var spool = Spool.of(stream(content), folder, told::addAndGet);
        var first = spool.open();
        var second = spool.open()) {
      assertThat(first.readNBytes(70_000)).startsWith('a', 'b', 'c').hasSize(70_000);
      assertThat(second.readAllBytes()).isEqualTo(content);
      assertThat(first.readAllBytes()).hasSize(content.length - 70_000);
    }
    assertThat(told).hasValue(content.length);
    try (var left = Files.list(folder)) {
      assertThat(left).as("temporary files").isEmpty();
    }
  }

  private static ByteArrayInputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }
}
