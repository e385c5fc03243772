package io.weir.api.json;

import io.weir.api.ConsumerName;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.NamedConsumer.State;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

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
 * <p>The members of a request are those above and no others. Unknown members of an answer are ignored: a newer service may write them.
 *
 * <p>Fails with {@code InvalidInput} and the member for a body of another form, and as the values do.
 */
public final class ConsumerJson {

  private static final String NAME = "name";
  private static final String TABLE = "table";
  private static final String FROM = "from";
  private static final String POSITION = "position";
  private static final String GENERATION = "generation";
  private static final String CREATED = "created";
  private static final String STATE = "state";
  private static final String LAG_BYTES = "lagBytes";
  private static final String LAG_SECONDS = "lagSeconds";
  private static final String VALUE = "value";
  private static final double NANOS_PER_SECOND = 1e9;

  private ConsumerJson() {}

  /** A consumer to be created. */
  public record Creation(Optional<TableName> table, FeedStart start) {}

  /** A move of a position. */
  public record Advance(long generation, FeedToken to) {}

  /** Returns a creation. */
  public static byte[] write(Creation creation) {
    return Json.object(json -> {
      creation.table().ifPresent(name -> json.writeStringProperty(TABLE, name.value()));
      json.writeStringProperty(FROM, creation.start().text());
    });
  }

  /** Returns a reset. */
  public static byte[] write(FeedStart start) {
    return Json.object(json -> json.writeStringProperty(FROM, start.text()));
  }

  /** Returns an advance. */
  public static byte[] write(Advance advance) {
    return Json.object(json -> {
      json.writeNumberProperty(GENERATION, advance.generation());
      json.writeStringProperty(POSITION, advance.to().text());
    });
  }

  /** Returns a position. */
  public static byte[] write(FeedToken position) {
    return Json.object(json -> json.writeStringProperty(POSITION, position.text()));
  }

  /** Returns a consumer. */
  public static byte[] write(NamedConsumer consumer) {
    return Json.object(json -> members(json, consumer));
  }

  /** Returns a list. */
  public static byte[] write(List<NamedConsumer> consumers) {
    return Json.object(json -> {
      json.writeArrayPropertyStart(VALUE);
      for (var each : consumers) {
        json.writeStartObject();
        members(json, each);
        json.writeEndObject();
      }
      json.writeEndArray();
    });
  }

  private static void members(JsonGenerator json, NamedConsumer consumer) {
    json.writeStringProperty(NAME, consumer.name().value());
    consumer.table().ifPresent(name -> json.writeStringProperty(TABLE, name.value()));
    json.writeStringProperty(POSITION, consumer.position().text());
    json.writeNumberProperty(GENERATION, consumer.generation());
    json.writeStringProperty(CREATED, consumer.created().toString());
    json.writeStringProperty(STATE, nameOf(consumer.state()));
    json.writeNumberProperty(LAG_BYTES, consumer.lagBytes());
    json.writeNumberProperty(LAG_SECONDS, consumer.lagTime().toNanos() / NANOS_PER_SECOND);
  }

  private static String nameOf(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Reads a creation. An empty body is that of the account from now on. */
  public static Creation readCreation(byte[] body) {
    var members = body.length == 0 ? new Members(Map.of()) : request(body, TABLE, FROM);
    return new Creation(members.text(TABLE).map(TableName::new), start(members, "now"));
  }

  /** Reads a reset. It must say where to. */
  public static FeedStart readReset(byte[] body) {
    return start(request(body, FROM), "");
  }

  private static FeedStart start(Members members, String otherwise) {
    var text = members.text(FROM).orElse(otherwise);
    if (text.isEmpty()) {
      throw expected(FROM);
    }
    return FeedStart.parse(text);
  }

  /** Reads an advance. */
  public static Advance readAdvance(byte[] body) {
    var members = request(body, GENERATION, POSITION);
    return new Advance(members.number(GENERATION), position(members));
  }

  /** Reads a position. */
  public static FeedToken readPosition(byte[] body) {
    return position(answer(body));
  }

  private static FeedToken position(Members members) {
    return new FeedToken(members.required(POSITION));
  }

  /** Reads a consumer. */
  public static NamedConsumer readConsumer(byte[] body) {
    return consumer(answer(body));
  }

  /** Reads a list. */
  public static List<NamedConsumer> readList(byte[] body) {
    return ValueList.read(
        body,
        (source, offset, length) ->
            consumer(Json.read(source, offset, length, json -> Members.read(json, Set.of()))));
  }

  private static NamedConsumer consumer(Members members) {
    return new NamedConsumer(
        new ConsumerName(members.required(NAME)),
        members.text(TABLE).map(TableName::new),
        position(members),
        members.number(GENERATION),
        members.read(CREATED, Instant::parse),
        members.read(STATE, ConsumerJson::state),
        members.number(LAG_BYTES),
        members.read(
            LAG_SECONDS,
            text -> Duration.ofNanos(Math.round(Double.parseDouble(text) * NANOS_PER_SECOND))));
  }

  private static State state(String text) {
    return Arrays.stream(State.values())
        .filter(each -> nameOf(each).equals(text))
        .findFirst()
        .orElseThrow(() -> expected(STATE));
  }

  private static Members request(byte[] body, String... known) {
    return Json.read(body, 0, body.length, json -> Members.read(json, Set.of(known)));
  }

  private static Members answer(byte[] body) {
    return Json.read(body, 0, body.length, json -> Members.read(json, Set.of()));
  }

  private static InvalidRequestException expected(String member) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=consumer member=" + member);
  }

  /** The texts and numbers of one object, by name. */
  private record Members(Map<String, String> texts) {

    /** @param known the members that the object may have; empty if others are ignored */
    static Members read(JsonParser json, Set<String> known) {
      Json.begin(json);
      var texts = new HashMap<String, String>();
      for (var name = json.nextName(); name != null; name = json.nextName()) {
        var token = json.nextToken();
        if (!known.isEmpty() && !known.contains(name)) {
          throw expected(name);
        }
        if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
          texts.put(name, json.getString());
        } else if (known.isEmpty()) {
          json.skipChildren();
        } else {
          throw expected(name);
        }
      }
      return new Members(texts);
    }

    Optional<String> text(String name) {
      return Optional.ofNullable(texts.get(name));
    }

    String required(String name) {
      return text(name).orElseThrow(() -> expected(name));
    }

    long number(String name) {
      return read(name, Long::parseLong);
    }

    <T> T read(String name, Function<String, T> reader) {
      try {
        return reader.apply(required(name));
      } catch (NumberFormatException | DateTimeException e) {
        throw expected(name);
      }
    }
  }
}
