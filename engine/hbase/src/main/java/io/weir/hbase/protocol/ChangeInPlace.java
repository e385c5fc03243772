package io.weir.hbase.protocol;

import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.Write;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A change of an entity in place.
 *
 * <p>Its form, after the tag: the version as the value of an If-Match header, the condition as
 * {@code $filter} and empty for none, the defaults and empty for none, the answer in one byte, 1
 * and the token in 16 bytes or 0 for none, the texts of the operations, and the operands.
 */
public record ChangeInPlace(Write.Change write) implements Operation {

  /** Is no place of a kind; an older region server therefore refuses it. */
  static final int TAG = -1;

  private static final List<Write.Answer> ANSWERS = List.of(Write.Answer.values());
  private static final byte[] NO_BYTES = {};

  @Override
  public byte[] encodedKey() {
    return write.key().encoded();
  }

  @Override
  public boolean reads() {
    return true;
  }

  @Override
  public Optional<UUID> token() {
    return write.token();
  }

  @Override
  public void write(MessageWriter target) {
    target
        .int8(TAG)
        .text(write.ifMatch().header())
        .text(text(write.condition()))
        .bytes(write.defaults().map(Entity::encoded).orElse(NO_BYTES))
        .oneOf(ANSWERS, write.answer())
        .int8(write.token().isPresent() ? 1 : 0);
    write
        .token()
        .ifPresent(token ->
            target.int64(token.getMostSignificantBits()).int64(token.getLeastSignificantBits()));
    target
        .all(write.operations(), (writer, operation) -> writer.text(operation.text()))
        .bytes(write.operands().encoded());
  }

  /** Reads what comes after the tag. */
  static ChangeInPlace read(MessageReader source) {
    var ifMatch = IfMatch.parse(source.text());
    var condition = condition(source.text());
    var defaults = source.bytes();
    var answer = source.oneOf(ANSWERS);
    var token = source.int8() == 0
        ? Optional.<UUID>empty()
        : Optional.of(new UUID(source.int64(), source.int64()));
    var texts = source.all(MessageReader::text);
    var operands = Entity.ofTrusted(source.bytes());
    return new ChangeInPlace(new Write.Change(
        operands.key(),
        PropertyOperation.parseAll(operands, texts),
        ifMatch,
        condition,
        defaults.length == 0 ? Optional.empty() : Optional.of(Entity.ofTrusted(defaults)),
        answer,
        token));
  }

  private static String text(Filter condition) {
    return condition.equals(Filter.ALL) ? "" : FilterPrinter.print(condition);
  }

  private static Filter condition(String text) {
    return text.isEmpty() ? Filter.ALL : FilterParser.parse(text);
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.change(this);
  }
}
