package io.weir.api.json;

import io.weir.api.ConsumerName;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The JSON objects of named consumers. Any thread.
 *
 * <pre>
 * creation  {"table":"People","from":"now"}          both may be absent: the account, now
 * reset     {"from":"beginning"}
 * advance   {"generation":1,"position":"TOKEN"}
 * position  {"position":"TOKEN"}
 * consumer  {"name":"search","table":"People","position":"TOKEN","generation":1,"created":"2030-01-31T12:00:00Z","state":"active",
 *            "lagBytes":4096,"lagSeconds":1.25}
 * list      {"value":[consumer, ..]}
 * </pre>
 *
 * <p>The members of a request are those above and no others. Unknown members of an answer are
 * ignored: a newer service may write them.
 *
 * <p>Fails with {@code InvalidInput}, the member and the offset for a body of another form, and as
 * the values do.
 */
public final class ConsumerJson {

  private static final JsonForm<Created> CREATION = form(Created.class);
  private static final JsonForm<Reset> RESET = form(Reset.class);
  private static final JsonForm<Advanced> ADVANCE = form(Advanced.class);
  private static final JsonForm<Position> POSITION = form(Position.class);
  private static final JsonForm<Member> CONSUMER = form(Member.class);
  private static final JsonForm<Members> LIST = form(Members.class);
  private static final double NANOS_PER_SECOND = 1e9;

  private ConsumerJson() {}

  private static <T> JsonForm<T> form(Class<T> type) {
    return new JsonForm<>("consumer", type);
  }

  /** A consumer to be created. */
  public record Creation(Optional<TableName> table, FeedStart start) {}

  /** A move of a position. */
  public record Advance(long generation, FeedToken to) {}

  private record Created(Optional<String> table, Optional<String> from) {}

  private record Reset(String from) {}

  private record Advanced(long generation, String position) {}

  private record Position(String position) {}

  private record Member(
      String name,
      Optional<String> table,
      String position,
      long generation,
      Instant created,
      NamedConsumer.State state,
      long lagBytes,
      double lagSeconds) {

    static Member of(NamedConsumer consumer) {
      return new Member(
          consumer.name().value(),
          consumer.table().map(TableName::value),
          consumer.position().text(),
          consumer.generation(),
          consumer.created(),
          consumer.state(),
          consumer.lagBytes(),
          consumer.lagTime().toNanos() / NANOS_PER_SECOND);
    }

    NamedConsumer consumer() {
      return new NamedConsumer(
          new ConsumerName(name),
          table.map(TableName::new),
          new FeedToken(position),
          generation,
          created,
          state,
          lagBytes,
          Duration.ofNanos(Math.round(lagSeconds * NANOS_PER_SECOND)));
    }
  }

  private record Members(List<Member> value) {}

  /** Returns a creation. */
  public static byte[] write(Creation creation) {
    return CREATION.write(new Created(
        creation.table().map(TableName::value), Optional.of(creation.start().text())));
  }

  /** Returns a reset. */
  public static byte[] write(FeedStart start) {
    return RESET.write(new Reset(start.text()));
  }

  /** Returns an advance. */
  public static byte[] write(Advance advance) {
    return ADVANCE.write(new Advanced(advance.generation(), advance.to().text()));
  }

  /** Returns a position. */
  public static byte[] write(FeedToken position) {
    return POSITION.write(new Position(position.text()));
  }

  /** Returns a consumer. */
  public static byte[] write(NamedConsumer consumer) {
    return CONSUMER.write(Member.of(consumer));
  }

  /** Returns a list. */
  public static byte[] write(List<NamedConsumer> consumers) {
    return LIST.write(new Members(consumers.stream().map(Member::of).toList()));
  }

  /** Reads a creation. An empty body is that of the account from now on. */
  public static Creation readCreation(byte[] body) {
    var read = body.length == 0
        ? new Created(Optional.empty(), Optional.empty())
        : CREATION.readRequest(body);
    return new Creation(
        read.table().map(TableName::new), FeedStart.parse(read.from().orElse("now")));
  }

  /** Reads a reset. It must say where to. */
  public static FeedStart readReset(byte[] body) {
    return FeedStart.parse(RESET.readRequest(body).from());
  }

  /** Reads an advance. */
  public static Advance readAdvance(byte[] body) {
    var read = ADVANCE.readRequest(body);
    return new Advance(read.generation(), new FeedToken(read.position()));
  }

  /** Reads a position. */
  public static FeedToken readPosition(byte[] body) {
    return new FeedToken(POSITION.readAnswer(body).position());
  }

  /** Reads a consumer. */
  public static NamedConsumer readConsumer(byte[] body) {
    return CONSUMER.readAnswer(body).consumer();
  }

  /** Reads a list. */
  public static List<NamedConsumer> readList(byte[] body) {
    return LIST.readAnswer(body).value().stream().map(Member::consumer).toList();
  }
}
