package io.weir.server.bulk;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * The lines of a body, read no faster than they are requested: a chunk is asked of the network when the one before is read to its end
 * and a further line is wanted, and there is room for it: see {@link LinesInFlight}. So what lies here is one chunk, and what a {@link LineDecoder}
 * holds of a line.
 *
 * <p>deliberate: not built of the standard operators. Those that split an element into many read it whole before they know how much is
 * wanted, or keep it where nobody releases it when the stream is cancelled.
 *
 * <p>Subscribed to once, on the loop of the connection. All its signals run there; requests may come from any thread.
 */
final class BodyLines<T> extends Flux<T> {

  private final Flux<ByteBuf> chunks;
  private final Supplier<LineDecoder<T>> sources;
  private final LinesInFlight inFlight;
  private final Executor loop;

  /**
   * The lines of one body.
   *
   * @param chunks each released by its publisher when the call that hands it over returns
   * @param inFlight hears of each line's outcome
   */
  BodyLines(Flux<ByteBuf> chunks, Supplier<LineDecoder<T>> sources, LinesInFlight inFlight, Executor loop) {
    this.chunks = chunks;
    this.sources = sources;
    this.inFlight = inFlight;
    this.loop = loop;
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> downstream) {
    chunks.subscribe(new BodyLinesSubscriber<>(downstream, sources.get(), inFlight, loop));
  }
}
