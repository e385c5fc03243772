package io.weir.server.json;

import static io.weir.server.json.LongBuffer.PIECE_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LongBufferTest {

  private static final int WRITE_BYTES = 8_000; // as the generator of JSON writes them

  private final AdaptiveByteBufAllocator allocator = new AdaptiveByteBufAllocator(true);

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        PIECE_BYTES - 1,
        PIECE_BYTES,
        PIECE_BYTES + 1,
        3 * PIECE_BYTES,
        3 * PIECE_BYTES + 1,
        5 * PIECE_BYTES + 17
      })
  void bytesComeOutAsTheyWentInWhateverLengthWasExpected(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    for (var expected : new int[] {16, length, length + 2 * PIECE_BYTES, length / 2 + 1}) {
      var buffer = LongBuffer.allocate(allocator, expected);
      for (var at = 0; at < length; at += WRITE_BYTES) {
        buffer.writeBytes(bytes, at, Math.min(WRITE_BYTES, length - at));
      }
      buffer = LongBuffer.trim(buffer);

      assertThat(ByteBufUtil.getBytes(buffer)).isEqualTo(bytes);
      assertThat(buffer.release()).isTrue();
    }
  }

  @Test
  void aLongBufferHasPiecesAndAShortOneHasNone() {
    var whole = LongBuffer.allocate(allocator, PIECE_BYTES);
    var pieces = LongBuffer.allocate(allocator, PIECE_BYTES + 1);

    assertThat(whole).isNotInstanceOf(CompositeByteBuf.class);
    assertThat(((CompositeByteBuf) pieces).numComponents()).isEqualTo(2);
    whole.release();
    pieces.release();
  }

  @Test
  void piecesThatNothingWasWrittenToAreGivenBack() {
    var buffer = LongBuffer.allocate(allocator, 4 * PIECE_BYTES);
    ByteBuf last = ((CompositeByteBuf) buffer).internalComponent(3);
    assertThat(last.refCnt()).isPositive();
    buffer.writeZero(PIECE_BYTES + 1);

    LongBuffer.trim(buffer);

    assertThat(((CompositeByteBuf) buffer).numComponents()).isEqualTo(2);
    assertThat(last.refCnt()).isZero();
    buffer.release();
  }

  @Test
  void anAllocationThatFailsHalfwayReleasesItsPieces() {
    var failing = new FailingAllocator(3);

    assertThatThrownBy(() -> LongBuffer.allocate(failing, 4 * PIECE_BYTES))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(failing.made).hasSize(2).allMatch(piece -> piece.refCnt() == 0);
  }

  /** Fails at the n-th direct buffer. */
  private static final class FailingAllocator extends AbstractByteBufAllocator {

    private final List<ByteBuf> made = new ArrayList<>();
    private final int failing;

    FailingAllocator(int failing) {
      super(true);
      this.failing = failing;
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
      if (made.size() + 1 == failing) {
        throw new OutOfMemoryError("no more");
      }
      var buffer = UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
      made.add(buffer);
      return buffer;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
      throw new AssertionError("the buffers of answers are direct");
    }

    @Override
    public boolean isDirectBufferPooled() {
      return false;
    }
  }
}
