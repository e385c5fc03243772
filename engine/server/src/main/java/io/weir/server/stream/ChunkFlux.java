package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.wire.Frame;
import io.weir.engine.loop.Turns;
import java.util.function.LongSupplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * Packs frames into network chunks, as many as are at hand, on demand.
 *
 * <p>One requested chunk asks the source for frames until the chunk is full or the source has nothing more to give at once: then
 * what there is goes out, so no frame waits for one that is not there yet. Without demand nothing is asked for. Ahead of the demand
 * lie at most {@value ChunkSubscriber#MOST_FRAMES} frames: those of a chunk, of four for who takes
 * them quickly.
 *
 * <p>All work for a chunk happens within a turn of the loop: reading, packing, and what the subscriber does with it, such as compressing
 * and sending. When the turn is over the next chunk waits for another, however soon it is requested. At least one chunk leaves in a turn.
 *
 * <p>deliberate: not built of the standard operators. Those that buffer by size hold a frame back until the next one comes, those
 * that buffer by time wake a timer for each chunk, and neither knows whether the source has more at hand.
 *
 * <p>Subscribed to once. The chunks belong to the subscriber. Cancelling cancels the source and frees the chunk being filled.
 */
final class ChunkFlux extends Flux<ByteBuf> {

  private final Flux<Frame> frames;
  private final ChunkEncoder form;
  private final ByteBufAllocator allocator;
  private final Turns turns;
  private final LongSupplier nanoClock;

  /**
   * @param turns in which chunks are packed; frames that arrive by themselves, outside a request for them, are packed when the work that
   *     brings them is done, so that several that arrive together share a chunk
   * @param nanoClock tells how soon one chunk is asked for after the other: see {@link ChunkLength}
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
        new ChunkSubscriber(downstream, form, allocator, turns, new ChunkLength(nanoClock)));
  }
}
