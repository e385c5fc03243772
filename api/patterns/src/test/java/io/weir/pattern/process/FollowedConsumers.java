package io.weir.pattern.process;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import reactor.core.publisher.Mono;

/**
 * The named consumers of {@link FollowedModel}. Its places are {@code P12}, and {@code E12-KEY}
 * while it reads what existed.
 */
final class FollowedConsumers implements FeedConsumers {

  private final TreeMap<String, NamedConsumer> consumers = new TreeMap<>();
  private final IntSupplier present;

  FollowedConsumers(IntSupplier present) {
    this.present = present;
  }

  @Override
  public Mono<NamedConsumer> create(ConsumerName name, Optional<TableName> table, FeedStart start) {
    return Mono.fromCallable(() -> {
      if (consumers.containsKey(name.value())) {
        throw new ConflictException(ErrorCode.CONSUMER_ALREADY_EXISTS, "consumer=" + name);
      }
      return put(name, table, token(start), 1);
    });
  }

  private NamedConsumer put(
      ConsumerName name, Optional<TableName> table, FeedToken at, long generation) {
    var consumer = new NamedConsumer(
        name, table, at, generation, Instant.EPOCH, NamedConsumer.State.ACTIVE, 0, Duration.ZERO);
    consumers.put(name.value(), consumer);
    return consumer;
  }

  private FeedToken token(FeedStart start) {
    if (start instanceof FeedStart.After after) {
      return after.token();
    }
    var place = present.getAsInt();
    return new FeedToken(start == FeedStart.BEGINNING ? "E" + place + "-" : "P" + place);
  }

  @Override
  public Mono<List<NamedConsumer>> list() {
    return Mono.fromCallable(() -> List.copyOf(consumers.values()));
  }

  @Override
  public Mono<NamedConsumer> get(ConsumerName name) {
    return Mono.fromCallable(() -> found(name));
  }

  private NamedConsumer found(ConsumerName name) {
    var consumer = consumers.get(name.value());
    if (consumer == null) {
      throw new NotFoundException(ErrorCode.CONSUMER_NOT_FOUND, "consumer=" + name);
    }
    return consumer;
  }

  @Override
  public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
    return Mono.fromCallable(() -> {
      var before = found(name);
      if (before.generation() != generation) {
        throw new PreconditionFailedException("generation=" + generation);
      }
      return isBefore(before.position(), to)
          ? put(name, before.table(), to, generation).position()
          : before.position();
    });
  }

  private static boolean isBefore(FeedToken one, FeedToken other) {
    return place(one) == place(other)
        ? one.text().startsWith("E")
            && (other.text().startsWith("P") || one.text().compareTo(other.text()) < 0)
        : place(one) < place(other);
  }

  private static int place(FeedToken token) {
    return Integer.parseInt(token.text().substring(1).split("-", 2)[0]);
  }

  @Override
  public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
    return Mono.fromCallable(() -> {
      var before = found(name);
      return put(name, before.table(), token(start), before.generation() + 1);
    });
  }

  @Override
  public Mono<Void> delete(ConsumerName name) {
    return Mono.fromRunnable(() -> {
      found(name);
      consumers.remove(name.value());
    });
  }
}
