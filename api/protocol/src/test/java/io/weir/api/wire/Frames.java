package io.weir.api.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.JointCommit;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.RenewedMessage;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Frames of all kinds, and helpers that decode them. */
final class Frames {

  private Frames() {}

  static Arbitrary<Frame> any() {
    return Arbitraries.oneOf(
        items().map(Frame.Item::new),
        failures().map(Frame.Failure::new),
        writes().map(Frame.Change::new),
        Combinators.combine(changes(), Arbitraries.of(Write.Answer.class))
            .as(Write.Change::answering)
            .map(Frame.Change::new),
        ticks().map(WriteResult::new).map(Frame.Result::new),
        Combinators.combine(ticks(), entities().optional(), entities())
            .as((ticks, before, after) ->
                new WriteResult(ticks, new WriteResult.Images(before, Optional.of(after))))
            .map(Frame.Result::new),
        tables().map(Frame.Table::new),
        lines().map(Frame.Line::new),
        outcomes().map(Frame.Outcome::new),
        keys().map(Frame.Key::new),
        operations().map(Frame.Operation::new),
        Combinators.combine(tables(), keys()).as(TableKey::new).map(Frame.Address::new),
        operations().map(JointCommit::of).map(Frame.Commit::new),
        ticks().map(WriteResult::new).list().ofMaxSize(3).map(Frame.Committed::new),
        calls().map(Frame.Call::new),
        messageAnswers().map(Frame.Answer::new));
  }

  private static Arbitrary<BulkLine> lines() {
    var groups =
        Arbitraries.of("g", "group 2", "€".repeat(BulkLine.LONGEST_GROUP)).optional();
    return Arbitraries.oneOf(
        Combinators.combine(writes(), groups).as(BulkLine.Change::new),
        Combinators.combine(failures(), groups).as(BulkLine.Refused::new));
  }

  private static Arbitrary<BulkResult> outcomes() {
    var counts = Arbitraries.longs().between(0, Long.MAX_VALUE);
    return Arbitraries.oneOf(
        Combinators.combine(counts, ticks().map(WriteResult::new)).as(BulkResult.Done::new),
        Combinators.combine(counts, failures()).as(BulkResult.Refused::new),
        Combinators.combine(counts, counts).as(BulkResult.End::new));
  }

  static Arbitrary<StreamItem> items() {
    var counts = Arbitraries.longs().between(0, Long.MAX_VALUE);
    return Arbitraries.oneOf(
        entities().map(StreamItem.Row::new),
        Combinators.combine(continuations(), counts).as(StreamItem.Progress::new),
        Combinators.combine(
                Arbitraries.of(AccessPath.class),
                Arbitraries.integers().between(0, Integer.MAX_VALUE),
                counts,
                counts)
            .as(QueryReport::new)
            .map(StreamItem.End::new));
  }

  static Arbitrary<Entity> entities() {
    var values = Arbitraries.oneOf(
        texts().map(value -> (Property) (builder, name) -> builder.set(name, value)),
        Arbitraries.integers().map(value -> (Property) (builder, name) -> builder.set(name, value)),
        Arbitraries.longs().map(value -> (Property) (builder, name) -> builder.set(name, value)),
        Arbitraries.doubles().map(value -> (Property) (builder, name) -> builder.set(name, value)),
        Arbitraries.of(true, false)
            .map(value -> (Property) (builder, name) -> builder.set(name, value)),
        ticks()
            .map(value -> (Property) (builder, name) -> builder.set(name, new EdmDateTime(value))),
        Arbitraries.longs().map(value ->
            (Property) (builder, name) -> builder.set(name, new UUID(value, ~value))),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(300).map(value ->
            (Property) (builder, name) -> builder.set(name, value)));
    return Combinators.combine(keys(), values.list().ofMaxSize(12), ticks())
        .as((key, properties, ticks) -> {
          var builder = Entity.builder(key.partitionKey(), key.rowKey());
          for (var i = 0; i < properties.size(); i++) {
            properties.get(i).setOn(builder, "Property" + i);
          }
          return builder.build().withTimestamp(ticks);
        });
  }

  static Arbitrary<EntityKey> keys() {
    var characters = Arbitraries.of("a", "b", "Z", "0", " ", "'", "é", "€", "｡", "🙂");
    var parts = characters.list().ofMaxSize(8).map(chosen -> String.join("", chosen));
    return Combinators.combine(parts, parts).as(EntityKey::new);
  }

  static Arbitrary<Continuation> continuations() {
    return Combinators.combine(keys(), Arbitraries.of(true, false), Arbitraries.of(Direction.class))
        .as(Continuation::new);
  }

  private static Arbitrary<MessageCall> calls() {
    var times = Arbitraries.longs().between(1_000, 604_800_000).map(Duration::ofMillis);
    var lives = times.map(time -> time.plusDays(8)).injectNull(0.3);
    var orders = Arbitraries.of("k", "€ 2").injectNull(0.5);
    var updates = Combinators.combine(times, texts().map(MessageText::new).injectNull(0.5))
        .as(MessageUpdate::new);
    return Arbitraries.oneOf(
        Combinators.combine(texts().map(MessageText::new), times, lives, orders)
            .as(NewMessage::new)
            .map(MessageCall.Put::new),
        Combinators.combine(Arbitraries.integers().between(1, 32), times)
            .as((count, time) -> new MessageCall.Take(new Take(count, time))),
        Combinators.combine(held(), updates).as(MessageCall.Update::new),
        held().map(MessageCall.Delete::new));
  }

  private static Arbitrary<MessageAnswer> messageAnswers() {
    var moments =
        Arbitraries.longs().between(0, Message.NEVER.toEpochMilli()).map(Instant::ofEpochMilli);
    var seen = Combinators.combine(
            messageIds(),
            moments,
            moments,
            Arbitraries.integers().greaterOrEqual(0),
            texts().map(MessageText::new))
        .as(Message::new);
    return Arbitraries.oneOf(
        Combinators.combine(messageIds(), receipts(), moments, moments, moments)
            .as(SentMessage::new)
            .map(MessageAnswer.Sent::new),
        Combinators.combine(seen, receipts(), moments)
            .as(TakenMessage::new)
            .list()
            .ofMaxSize(4)
            .map(MessageAnswer.Taken::new),
        Combinators.combine(receipts(), moments)
            .as(RenewedMessage::new)
            .map(MessageAnswer.Renewed::new),
        Arbitraries.just(new MessageAnswer.Deleted()));
  }

  private static Arbitrary<HeldMessage> held() {
    return Combinators.combine(messageIds(), receipts()).as(HeldMessage::new);
  }

  private static Arbitrary<MessageId> messageIds() {
    return Arbitraries.longs().map(bits -> new MessageId(new UUID(bits, ~bits)));
  }

  private static Arbitrary<PopReceipt> receipts() {
    return texts().map(PopReceipt::new);
  }

  private static Arbitrary<TableWrite> operations() {
    return Arbitraries.oneOf(
        Combinators.combine(tables(), writes()).as(TableWrite::of),
        Combinators.combine(tables(), keys(), preconditions()).as(TableWrite::present),
        Combinators.combine(tables(), keys()).as(TableWrite::absent));
  }

  private static Arbitrary<IfMatch> preconditions() {
    return Arbitraries.oneOf(
        Arbitraries.just(IfMatch.ANY),
        ticks().map(ETag::ofTimestamp).map(IfMatch::version),
        Arbitraries.just(IfMatch.parse("W/\"another's\"")));
  }

  static Arbitrary<Write> writes() {
    var preconditions = preconditions();
    var modes = Arbitraries.of(WriteMode.class);
    return Arbitraries.oneOf(
        entities().map(Write.Insert::new),
        Combinators.combine(entities(), modes).as(Write.Upsert::new),
        Combinators.combine(entities(), modes, preconditions).as(Write.Update::new),
        Combinators.combine(keys(), preconditions).as(Write.Delete::new),
        changes());
  }

  private static Arbitrary<Write.Change> changes() {
    var operations = Arbitraries.of(
        PropertyOperation.of("Seen", Operator.ADD, new EdmInt64(-1)),
        PropertyOperation.of("Low", Operator.MIN, new EdmDouble(0.5)),
        PropertyOperation.of("Name", Operator.SET_IF_ABSENT, new EdmString("é")),
        new PropertyOperation("Tags", Operator.APPEND, Optional.of(new EdmString("a")), "€"),
        new PropertyOperation("Old", Operator.REMOVE_FROM, Optional.of(new EdmString("b")), ","),
        PropertyOperation.remove("Gone"));
    var conditions = Arbitraries.of("true", "Stock ge 1", "not (Name eq 'é') or Seen lt 5L")
        .map(FilterParser::parse);
    return Combinators.combine(
            keys(),
            operations.set().ofMinSize(1),
            conditions,
            preconditions(),
            entities().optional(),
            Arbitraries.longs().map(bits -> new UUID(bits, ~bits)).optional())
        .as((key, chosen, condition, ifMatch, defaults, token) -> {
          var change =
              Write.change(key, chosen.toArray(PropertyOperation[]::new)).when(condition);
          var whole = defaults.isPresent()
              ? change.orCreate(withKey(key, defaults.get()))
              : change.ifMatch(ifMatch);
          return token.map(whole::withToken).orElse(whole);
        });
  }

  private static Entity withKey(EntityKey key, Entity entity) {
    var copy = new EntityBuilder().key(key);
    entity.toMap().forEach(copy::set);
    return copy.build();
  }

  private static Arbitrary<TableServiceException> failures() {
    return Combinators.combine(
            Arbitraries.of(ErrorCode.class), texts(), Arbitraries.integers().between(-1, 99))
        .as((code, facts, operation) -> {
          var failure = TableServiceException.of(code, facts);
          return operation < 0 ? failure : failure.atOperation(operation);
        });
  }

  private static Arbitrary<TableName> tables() {
    return Arbitraries.strings()
        .withCharRange('A', 'Z')
        .ofMinLength(3)
        .ofMaxLength(63)
        .filter(name -> !name.equals("TABLES"))
        .map(TableName::new);
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.strings().withCharRange(' ', '~').withChars('é', '€').ofMaxLength(200);
  }

  private static Arbitrary<Long> ticks() {
    return Arbitraries.longs().between(0, EdmDateTime.MAX_TICKS);
  }

  /** Returns all frames of the bytes, which are fed in one piece. */
  static List<Frame> read(FrameDecoder decoder, byte[] bytes) {
    var frames = new ArrayList<Frame>();
    feed(decoder, bytes, 0, bytes.length, frames);
    return frames;
  }

  static void feed(FrameDecoder decoder, byte[] bytes, int from, int to, List<Frame> target) {
    decoder.feed(ByteBuffer.wrap(bytes, from, to - from));
    for (var frame = decoder.next(); frame != null; frame = decoder.next()) {
      target.add(frame);
    }
  }

  /** Returns the frame in a form that can be compared. Failures are compared by their text. */
  static Object comparable(Frame frame) {
    if (frame instanceof Frame.Failure failure) {
      return comparable(failure.cause());
    }
    if (frame instanceof Frame.Line line && line.line() instanceof BulkLine.Refused refused) {
      return List.of(refused.group(), comparable(refused.cause()));
    }
    if (frame instanceof Frame.Outcome outcome
        && outcome.result() instanceof BulkResult.Refused refused) {
      return List.of(refused.line(), comparable(refused.cause()));
    }
    return frame;
  }

  private static Object comparable(TableServiceException cause) {
    return List.of(cause.getClass(), cause.code(), cause.facts(), cause.failedOperation());
  }

  private interface Property {
    EntityBuilder setOn(EntityBuilder builder, String name);
  }

  /** Asserts that a frame has these bytes, as hexadecimal digits, and is read back from them. */
  static void assertBytes(Frame frame, String hex) {
    var bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

    assertThat(FrameEncoder.encode(frame))
        .asHexString()
        .isEqualTo(HexFormat.of().withUpperCase().formatHex(bytes));
    assertThat(read(FrameDecoder.checked(), bytes))
        .map(Frames::comparable)
        .containsExactly(comparable(frame));
  }
}
