package io.weir.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FrameDecoderTest {

  private static final Entity ENTITY =
      Entity.builder("p", "r").set("Text", "é€🙂").build();

  @Test
  void framesAreReadAcrossAnyCut() {
    var frames = List.of(
        item(new StreamItem.Row(ENTITY)),
        item(new StreamItem.Progress(
            Continuation.at(new EntityKey("p", "é"), Direction.DESCENDING), 3)),
        new Frame.Change(new Write.Delete(new EntityKey("p", "r"), IfMatch.ANY)),
        new Frame.Table(new TableName("Abc")));
    var bytes = new ByteArrayOutputStream();
    frames.forEach(frame -> bytes.writeBytes(FrameEncoder.encode(frame)));
    var whole = bytes.toByteArray();

    for (var cut = 0; cut <= whole.length; cut++) {
      var decoder = FrameDecoder.checked();
      var read = new ArrayList<Frame>();
      Frames.feed(decoder, whole, 0, cut, read);
      Frames.feed(decoder, whole, cut, whole.length, read);
      assertThat(read).as("cut at %s", cut).isEqualTo(frames);
      assertThat(decoder.isBetweenFrames()).isTrue();
    }
  }

  @Test
  void aTruncatedFrameIsReportedAsIncomplete() {
    var bytes = FrameEncoder.encode(item(new StreamItem.Row(ENTITY)));

    for (var length = 1; length < bytes.length; length++) {
      var decoder = FrameDecoder.shaped();
      Frames.feed(decoder, bytes, 0, length, new ArrayList<>());
      assertThat(decoder.isBetweenFrames()).as("length %s", length).isFalse();
    }
  }

  @Test
  void nothingIsReadBeyondTheRequestedFrame() {
    var frame = FrameEncoder.encode(new Frame.Table(new TableName("Abc")));
    var piece = ByteBuffer.allocate(2 * frame.length).put(frame).put(frame).flip();
    var decoder = FrameDecoder.shaped();
    decoder.feed(piece);

    decoder.next();

    assertThat(piece.remaining()).isEqualTo(frame.length);
    assertThatThrownBy(() -> decoder.feed(ByteBuffer.allocate(0)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aClaimedLengthReservesNoMemory() {
    var claim = HexFormat.of().parseHex("01001fffff");
    var decoders = new ArrayList<FrameDecoder>();

    for (var i = 0; i < 20_000; i++) {
      var decoder = FrameDecoder.checked();
      Frames.feed(decoder, claim, 0, claim.length, new ArrayList<>());
      decoders.add(decoder);
    }

    assertThat(decoders).as("as many claims of 2 MiB would take 40 GB").hasSize(20_000);
  }

  @Test
  void anUnknownKindIsRefused() {
    assertRefused("00 00000000", ErrorCode.INVALID_INPUT);
    assertRefused("08 00000000", ErrorCode.INVALID_INPUT);
    assertRefused("FF 00000000", ErrorCode.INVALID_INPUT);
  }

  @Test
  void aTooLongFrameIsRefusedByItsHead() {
    assertRefused("01 00200001", ErrorCode.REQUEST_BODY_TOO_LARGE);
    assertRefused("01 FFFFFFFF", ErrorCode.REQUEST_BODY_TOO_LARGE);
    assertRefused("02 00002001", ErrorCode.REQUEST_BODY_TOO_LARGE);
  }

  @Test
  void aMalformedWriteIsRefused() {
    assertRefused("05 00000003 010000", ErrorCode.INVALID_INPUT);
    assertRefused("05 00000008 05000001 2A 700072", ErrorCode.INVALID_INPUT);
    assertRefused("05 00000008 04010001 2A 700072", ErrorCode.INVALID_INPUT);
    assertRefused("05 00000007 04000000 700072", ErrorCode.INVALID_INPUT);
    assertRefused("05 00000007 0400FFFF 700072", ErrorCode.INVALID_INPUT);
    assertRefused("05 00000006 04000001 2A 70", ErrorCode.INVALID_INPUT);
  }

  @Test
  void aKeyCutWithinACharacterIsRefused() {
    assertRefused("05 00000008 04000001 2A 7000E2", ErrorCode.INVALID_INPUT);
  }

  @Test
  void damagedTextOfAnEntityIsRefused() {
    var bytes = ENTITY.encoded().clone();
    bytes[bytes.length - 1] = 'x';

    assertThatThrownBy(() -> Entity.decode(bytes)).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void anUnknownFailureCodeIsReadAsAnInternalError() {
    var frame = (Frame.Failure) read("04 0000000A FFFFFFFF 03 4E6577 61 62").get(0);

    assertThat(frame.cause()).isInstanceOf(ServiceFailedException.class);
    assertThat(frame.cause().facts()).isEqualTo("unknownCode=New ab");
  }

  private static Frame item(StreamItem item) {
    return new Frame.Item(item);
  }

  private static void assertRefused(String hex, ErrorCode code) {
    assertThatThrownBy(() -> read(hex))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static List<Frame> read(String hex) {
    return Frames.read(FrameDecoder.checked(), HexFormat.of().parseHex(hex.replace(" ", "")));
  }
}
