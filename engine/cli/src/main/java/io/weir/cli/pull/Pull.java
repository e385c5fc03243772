package io.weir.cli.pull;

import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Elements taken one by one, by a thread that waits for each. */
public final class Pull {

  private Pull() {}

  /**
   * The elements as a stream, which is to be closed: that cancels the source, wherever it is. The source's failure is thrown where an
   * element is taken.
   *
   * @param demand elements asked for at a time, 1 or more; twice as many lie here at most
   */
  public static <T> Stream<T> from(Flux<T> source, int demand) {
    return source.publishOn(Schedulers.boundedElastic(), demand).toStream(demand);
  }
}
