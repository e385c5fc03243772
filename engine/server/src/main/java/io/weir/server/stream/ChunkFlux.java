package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.wire.Frame;
import io.weir.engine.loop.Turns;
import java.util.function.LongSupplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * Packs the frames at hand into network chunks, on demand.
 *
 * <p>A requested chunk takes frames from the source until it is full or the source has nothing more
 * at once. It is then emitted, so no frame waits for a later one. Without demand nothing is
 * requested. At most {@value ChunkSubscriber#MOST_FRAMES} frames lie ahead of the demand: the
 * frames of one chunk, or of four for a fast client.
 *
 * <p>All work for a chunk happens within a turn of the loop: reading, packing, and the subscriber's
 * work, such as compressing and sending. When the turn is over, the next chunk waits for another
 * turn, however soon it is requested. Each turn emits at least one chunk.
 *
 * <p>deliberate: not built from the standard operators. Those that buffer by size hold a frame back
 * until the next one comes. Those that buffer by time start a timer for each chunk. Neither knows
 * whether the source has more at hand.
 *
 * <p>Subscribed to once. The subscriber owns the chunks. Cancelling cancels the source and releases
 * the chunk being filled.
 */
final class ChunkFlux extends Flux<ByteBuf> {

  private final Flux<Frame> frames;
  private final ChunkEncoder form;
  private final ByteBufAllocator allocator;
  private final Turns turns;
  private final LongSupplier nanoClock;

  /**
   * Creates the chunks of some frames.
   *
   * @param turns turns in which chunks are packed; unrequested frames are packed after the work
   *     that brings them, so that frames that arrive together share a chunk
   * @param nanoClock measures how fast the client takes chunks: see {@link StreamChunkLength}
   */
  ChunkFlux(
      Flux<Frame> frames,
      ChunkEncoder form,
      ByteBufAllocator allocator,
      Turns turns,
      LongSupplier nanoClock) {
    this.frames = frames;
    this.form = form;
    this.allocator = allocator;
    this.turns = turns;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super ByteBuf> downstream) {
    frames.subscribe(
        new ChunkSubscriber(downstream, form, allocator, turns, new StreamChunkLength(nanoClock)));
  }
}
