package io.weir.api.json;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The request body of a merge, which may be a change in place: an entity as JSON, with members that
 * say how its properties change.
 *
 * <pre>
 * {"Seen":1,"Seen@weir.change":"add","Tags":"red","Tags@weir.change":"append(,)","Old@weir.change":"remove",
 *  "weir.when":"Stock ge 1","weir.create":"{\"Stock\":10}","weir.answer":"after"}
 *
 * NAME@weir.change  how the property changes: {@link PropertyOperation#text()}; without it, it is set
 * weir.when         the condition as {@code $filter}
 * weir.create       the JSON text of the entity that the change begins with when none is stored; its keys are ignored
 * weir.ifMatch      the version that must be stored, in place of the header If-Match
 * weir.answer       after, both: the answer carries the entity after the change, or also that before it
 * weir.token        a UUID: a repeat with the same one is answered as the first, and changes nothing
 * </pre>
 *
 * <p>All values are strings, and all members stand in the body, because that is what the protocol's
 * own clients let a program add: a property of any name. No property name contains {@code @} or a
 * point, so the original service refuses such a body. A program that does not know its service
 * sends {@link #GUARD} as the precondition. Any thread.
 */
public final class ChangeBody {

  private static final String OPERATION = "@weir.change";
  private static final String PREFIX = "weir.";
  private static final String WHEN = "weir.when";
  private static final String CREATE = "weir.create";
  private static final String ANSWER = "weir.answer";
  private static final String IF_MATCH = "weir.ifMatch";
  private static final String TOKEN = "weir.token";

  /**
   * The precondition of a request whose body is a change, in place of the real one: a version that
   * no service gives. A service that does not know changes in place therefore stores nothing.
   */
  public static final IfMatch GUARD = IfMatch.version(new ETag("W/\"weir.change\""));

  private static final Map<String, Write.Answer> ANSWERS =
      Map.of("after", Write.Answer.AFTER, "both", Write.Answer.BEFORE_AND_AFTER);

  /** Java reads shorter parts as well. */
  private static final Pattern UUID_TEXT =
      Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private ChangeBody() {}

  /** Whether a member of an entity's JSON object belongs to a change in place. */
  public static boolean isMember(String name) {
    return name.startsWith(PREFIX) || name.endsWith(OPERATION);
  }

  /** Returns a change as JSON. The request has {@link #GUARD} as its precondition. */
  public static byte[] write(Write.Change change) {
    var members = new LinkedHashMap<String, String>();
    change
        .operations()
        .forEach(operation -> members.put(operation.property() + OPERATION, operation.text()));
    if (!change.condition().equals(Filter.ALL)) {
      members.put(WHEN, FilterPrinter.print(change.condition()));
    }
    change
        .defaults()
        .ifPresent(entity ->
            members.put(CREATE, new String(EntityBody.write(entity), StandardCharsets.UTF_8)));
    if (change.ifMatch() != IfMatch.ANY) {
      members.put(IF_MATCH, change.ifMatch().header());
    }
    ANSWERS.forEach((text, answer) -> {
      if (answer == change.answer()) {
        members.put(ANSWER, text);
      }
    });
    change.token().ifPresent(token -> members.put(TOKEN, token.toString()));
    var out = new ByteArrayOutputStream();
    EntityBody.write(operands(change), members, out);
    return out.toByteArray();
  }

  /** Returns the operands without those of removals, which have none. */
  private static Entity operands(Write.Change change) {
    var removed = change.operations().stream()
        .filter(operation -> operation.operator() == Operator.REMOVE)
        .map(PropertyOperation::property)
        .collect(Collectors.toSet());
    return change.operands().without(removed);
  }

  /**
   * Reads the body of a merge: a change if it has members of one, else an update of an existing
   * entity if there is a precondition, else an upsert. Fails as {@link EntityReader} and
   * {@link Write.Change} do.
   */
  public static Write merge(byte[] body, EntityKey key, Optional<IfMatch> precondition) {
    var metadata = EntityMetadata.of(ChangeBody::isMember);
    var entity = EntityReader.read(body, 0, body.length, key, metadata);
    var members = metadata.texts();
    if (!members.isEmpty()) {
      return change(
          entity, members, precondition.filter(given -> !given.equals(GUARD)).orElse(IfMatch.ANY));
    }
    return precondition.isPresent()
        ? new Write.Update(entity, WriteMode.MERGE, precondition.get())
        : new Write.Upsert(entity, WriteMode.MERGE);
  }

  /**
   * Returns the change of an entity's JSON object.
   *
   * @param operands the properties of the object
   * @param members its other members; those that belong to no change are ignored
   */
  public static Write.Change change(
      Entity operands, Map<String, String> members, IfMatch precondition) {
    var left = new TreeMap<>(members);
    var operations = new ArrayList<PropertyOperation>();
    operands.toMap().forEach((name, operand) -> {
      var text = left.remove(name + OPERATION);
      operations.add(PropertyOperation.parse(
          name, text == null ? Operator.SET.text() : text, Optional.of(operand)));
    });
    var when = Optional.ofNullable(left.remove(WHEN)).map(FilterParser::parse);
    var key = operands.key();
    var create = Optional.ofNullable(left.remove(CREATE))
        .map(json -> EntityReader.read(json.getBytes(StandardCharsets.UTF_8), key));
    var version = Optional.ofNullable(left.remove(IF_MATCH)).map(IfMatch::parse);
    var answer = Optional.ofNullable(left.remove(ANSWER)).map(ChangeBody::answer);
    var token = Optional.ofNullable(left.remove(TOKEN)).map(ChangeBody::token);
    left.forEach((name, text) -> { // in the order of their names
      if (name.endsWith(OPERATION)) {
        operations.add(withoutOperand(name, text));
      } else if (isMember(name)) {
        throw invalid(
            "member=" + name + " known=" + String.join(",", WHEN, CREATE, IF_MATCH, ANSWER, TOKEN));
      }
    });
    return new Write.Change(
        key,
        operations,
        version.orElse(precondition),
        when.orElse(Filter.ALL),
        create,
        answer.orElse(Write.Answer.NO_ENTITY),
        token);
  }

  private static PropertyOperation withoutOperand(String member, String text) {
    var property = member.substring(0, member.length() - OPERATION.length());
    return PropertyOperation.parse(property, text, Optional.<EdmValue>empty());
  }

  private static Write.Answer answer(String text) {
    var answer = ANSWERS.get(text);
    if (answer == null) {
      throw invalid(ANSWER + "=" + text + " known=after,both");
    }
    return answer;
  }

  private static UUID token(String text) {
    if (!UUID_TEXT.matcher(text).matches()) {
      throw invalid(TOKEN + "=" + text + " expected=uuid");
    }
    return UUID.fromString(text);
  }

  private static InvalidRequestException invalid(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
