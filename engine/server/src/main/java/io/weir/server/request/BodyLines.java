package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * The lines of a body, read no faster than they are requested. A chunk is requested from the
 * network after the chunk before it is used up, if another line is wanted and {@link LinesInFlight}
 * has room. At most one chunk is held here, and the part of a line that a {@link LineDecoder}
 * keeps.
 *
 * <p>deliberate: not built from the standard operators. Those that split an element read it whole
 * before they know the demand, or keep it where a cancellation does not release it.
 *
 * <p>Subscribed to once, on the loop of the connection. All signals run there; requests may come
 * from any thread.
 */
public final class BodyLines<T> extends Flux<T> {

  private final Flux<ByteBuf> chunks;
  private final Supplier<LineDecoder<T>> decoders;
  private final LinesInFlight inFlight;
  private final Executor loop;

  /**
   * Creates the lines of one body.
   *
   * @param chunks the publisher releases each chunk when {@code onNext} returns
   * @param memory holds the windows of the body
   */
  public BodyLines(
      Flux<ByteBuf> chunks,
      Supplier<LineDecoder<T>> decoders,
      RequestMemory.Share memory,
      Executor loop) {
    this.chunks = chunks;
    this.decoders = decoders;
    this.inFlight = new LinesInFlight(memory);
    this.loop = loop;
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> downstream) {
    chunks.subscribe(new BodyLinesSubscriber<>(downstream, decoders.get(), inFlight, loop));
  }

  /**
   * Records the outcome of the oldest line. Returns the line's arrival time, as
   * {@link System#nanoTime}.
   *
   * <p>The outcomes come in the order of the lines, one for each, on the thread that emits them.
   */
  public long lineAnswered() {
    return inFlight.lineAnswered();
  }
}
