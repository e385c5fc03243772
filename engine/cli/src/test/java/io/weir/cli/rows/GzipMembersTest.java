package io.weir.cli.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

final class GzipMembersTest {

  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;

  @Test
  void theContentsOfAllMembersAreJoined() throws IOException {
    var large = new byte[300_000];
    new Random(7).nextBytes(large);
    var file = joined(zipped("one"), zipped(""), zipped(large), zipped("two"));

    assertThat(content(file)).isEqualTo(joined(bytes("one"), large, bytes("two")));
  }

  @Test
  void membersOfManyBuffersAreJoinedAtAnyPosition() throws IOException {
    var first = new byte[(1 << 16) - 60];
    new Random(11).nextBytes(first);
    for (var extra = 0; extra < 60; extra++) {
      var begin = zipped(Arrays.copyOf(first, first.length + extra));
      assertThat(content(joined(begin, zipped("end")))).endsWith(bytes("end"));
    }
  }

  @Test
  void zerosAreAllowedOnlyAtTheEnd() throws IOException {
    var member = zipped("one");

    assertThat(content(joined(member, new byte[1]))).isEqualTo(bytes("one"));
    assertThat(content(joined(member, new byte[200_000]))).isEqualTo(bytes("one"));
    assertRefused(joined(member, new byte[3], member), "offset=" + (member.length + 3));
    assertRefused(joined(member, new byte[200_000], new byte[] {1}), "zeros after a member");
    assertRefused(joined(new byte[1], member), "no member begins here. offset=0");
  }

  @Test
  void anythingElseAfterAMemberIsRefused() throws IOException {
    var member = zipped("one");

    assertRefused(joined(member, bytes("x")), "no member begins here. offset=" + member.length);
    assertRefused(joined(member, bytes("xy")), "no member begins here. offset=" + member.length);
    assertRefused(joined(member, new byte[] {0x1F}), "ends within a member");
  }

  @Test
  void everyDamagedByteOfASecondMemberThatChangesItsContentIsRefused() throws IOException {
    var first = zipped("one");
    var second = zipped("and the second one, which is longer");
    for (var at = 0; at < second.length; at++) {
      if (at >= 4 && at < HEADER_BYTES) {
        continue; // the time of the file and the system of its writer
      }
      var damaged = second.clone();
      damaged[at] ^= (byte) (at == 3 ? 0x80 : 1);
      assertThatThrownBy(() -> content(joined(first, damaged)))
          .as("byte %d", at)
          .isInstanceOf(ZipException.class)
          .hasMessageContaining("offset=");
    }
  }

  @Test
  void aFileThatEndsTooEarlyIsRefused() throws IOException {
    var file = joined(zipped("one"), zipped("two"));
    var first = zipped("one").length;
    for (var length = 0; length < file.length; length++) {
      var cut = Arrays.copyOf(file, length);
      if (length == first) {
        assertThat(content(cut)).isEqualTo(bytes("one"));
      } else {
        assertThatThrownBy(() -> content(cut))
            .as("%d bytes", length)
            .isInstanceOf(ZipException.class);
      }
    }
  }

  @Test
  void everyFieldOfAHeaderIsRead() throws IOException {
    var plain = zipped("one");
    var header = joined(
        new byte[] {0x1F, (byte) 0x8B, 8, 0b11110, 0, 0, 0, 0, 0, 3},
        new byte[] {2, 0, 'e', 'x'},
        bytes("name\0"),
        bytes("comment\0"));
    var crc = new CRC32();
    crc.update(header);
    var sum = new byte[] {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
    var rest = Arrays.copyOfRange(plain, HEADER_BYTES, plain.length);

    assertThat(content(joined(header, sum, rest, plain))).isEqualTo(bytes("oneone"));
    sum[0] ^= 1;
    assertRefused(joined(header, sum, rest), "checksum of a member's header");
  }

  @Test
  void theLengthAndTheChecksumOfAMemberAreVerified() throws IOException {
    var length = zipped("one");
    length[length.length - 1] ^= 1;
    var sum = zipped("one");
    sum[sum.length - TRAILER_BYTES] ^= 1;

    assertRefused(length, "the length of a member differs");
    assertRefused(sum, "the checksum of a member differs");
  }

  @Test
  void singleBytesAreReadUnsigned() throws IOException {
    try (var in = GzipMembers.open(new ByteArrayInputStream(zipped(new byte[] {-1, 1})))) {
      assertThat(in.read()).isEqualTo(255);
      assertThat(in.read()).isEqualTo(1);
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  private static void assertRefused(byte[] file, String reason) {
    assertThatThrownBy(() -> content(file))
        .isInstanceOf(ZipException.class)
        .hasMessageContaining(reason);
  }

  private static byte[] content(byte[] file) throws IOException {
    try (InputStream in = GzipMembers.open(new ByteArrayInputStream(file))) {
      return in.readAllBytes();
    }
  }

  private static byte[] zipped(String text) throws IOException {
    return zipped(bytes(text));
  }

  private static byte[] zipped(byte[] content) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static byte[] joined(byte[]... parts) {
    var bytes = new ByteArrayOutputStream();
    for (var part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
