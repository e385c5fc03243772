package io.weir.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.entity.Entity;
import io.weir.api.error.InvalidRequestException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Decodes arbitrary frames in arbitrary pieces, also damaged ones. */
final class FrameProperties {

  @Property(tries = 400)
  void framesAreReadBackFromPiecesOfAnySize(
      @ForAll("sequences") List<Frame> frames, @ForAll Random pieces) {
    var bytes = bytes(frames);

    assertThat(inPieces(FrameDecoder.checked(), bytes, pieces))
        .map(Frames::comparable)
        .isEqualTo(frames.stream().map(Frames::comparable).toList());
    assertThat(inPieces(FrameDecoder.shaped(), bytes, pieces))
        .map(Frames::comparable)
        .isEqualTo(frames.stream().map(Frames::comparable).toList());
  }

  @Property(tries = 400)
  void damagedFramesAreRefusedOrReadAsOtherFrames(
      @ForAll("sequences") List<Frame> frames, @ForAll Random random) {
    var bytes = bytes(frames);
    for (var flips = random.nextInt(4); flips >= 0 && bytes.length > 0; flips--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }

    assertOnlyRefused(FrameDecoder.checked(), bytes, random);
    assertOnlyRefused(FrameDecoder.shaped(), bytes, random);
  }

  @Property(tries = 400)
  void noiseAfterAHeadIsRefused(
      @ForAll("noise") byte[] noise, @ForAll("kinds") byte kind, @ForAll Random random) {
    var bytes = ByteBuffer.allocate(FrameKind.HEAD_BYTES + noise.length)
        .put(kind)
        .putInt(noise.length)
        .put(noise)
        .array();

    assertOnlyRefused(FrameDecoder.checked(), bytes, random);
    assertOnlyRefused(FrameDecoder.shaped(), bytes, random);
  }

  @Property(tries = 400)
  void entityOfAnyShapeCanBeWalked(@ForAll("entities") Entity entity, @ForAll Random random) {
    var bytes = entity.encoded().clone();
    for (var flips = random.nextInt(4); flips >= 0; flips--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }

    assertRefusal(catchThrowable(() -> Entity.ofShaped(bytes).toString()));
    assertRefusal(catchThrowable(() -> Entity.decode(bytes).toString()));
  }

  @Property(tries = 400)
  void anAcceptedEntityHasTheBytesThatWereSent(
      @ForAll("entities") Entity entity, @ForAll Random random) {
    var bytes = entity.encoded().clone();
    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();

    var refusal =
        catchThrowable(() -> assertThat(Entity.decode(bytes).encoded()).isEqualTo(bytes));

    assertRefusal(refusal);
  }

  private static void assertOnlyRefused(FrameDecoder decoder, byte[] bytes, Random pieces) {
    assertRefusal(catchThrowable(() -> inPieces(decoder, bytes, pieces)
        .forEach(frame -> assertThat(Frames.comparable(frame).toString()).isNotEmpty())));
  }

  private static void assertRefusal(Throwable thrown) {
    if (thrown != null) {
      assertThat(thrown).isInstanceOf(InvalidRequestException.class);
    }
  }

  private static List<Frame> inPieces(FrameDecoder decoder, byte[] bytes, Random random) {
    var frames = new ArrayList<Frame>();
    for (var at = 0; at < bytes.length; ) {
      var next = Math.min(bytes.length, at + 1 + random.nextInt(40));
      Frames.feed(decoder, bytes, at, next, frames);
      at = next;
    }
    return frames;
  }

  private static byte[] bytes(List<Frame> frames) {
    var bytes = new ByteArrayOutputStream();
    frames.forEach(frame -> bytes.writeBytes(FrameEncoder.encode(frame)));
    return bytes.toByteArray();
  }

  @Provide
  static Arbitrary<List<Frame>> sequences() {
    return Frames.any().list().ofMaxSize(6);
  }

  @Provide
  static Arbitrary<Entity> entities() {
    return Frames.entities();
  }

  @Provide
  static Arbitrary<byte[]> noise() {
    return Arbitraries.bytes().array(byte[].class).ofMaxSize(64);
  }

  @Provide
  static Arbitrary<Byte> kinds() {
    return Arbitraries.bytes().between((byte) 0, (byte) 20);
  }
}
