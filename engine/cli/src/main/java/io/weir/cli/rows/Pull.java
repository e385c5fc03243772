package io.weir.cli.rows;

import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Takes elements of a publisher one by one, on a thread that waits for each. */
public final class Pull {

  private Pull() {}

  /**
   * Returns the elements as a stream. Closing it cancels the source. A failure of the source is
   * thrown when an element is taken.
   *
   * @param demand elements requested at a time, 1 or more; at most twice as many are buffered
   */
  public static <T> Stream<T> from(Flux<T> source, int demand) {
    return source.publishOn(Schedulers.boundedElastic(), demand).toStream(demand);
  }
}
