package io.weir.server.bulk;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.ChangeBody;
import io.weir.api.json.EntityLine;
import io.weir.api.write.BulkLine;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses a JSON object as one line of a bulk write.
 *
 * <pre>
 * {"$op":"upsert","$mode":"merge","$group":"g1","PartitionKey":"TX","RowKey":"1","Age":7}
 *
 * $op        insert, upsert (when it is left out), update, delete, change
 * $mode      of upsert and update: replace (when it is left out), merge
 * $ifMatch   of update, delete and change: an ETag, or * (when it is left out)
 * $group     name of the group
 * </pre>
 *
 * <p>The other members are those of an entity in the protocol's JSON; a delete needs only the keys,
 * and a change has the members of a {@link ChangeBody}. Any thread.
 */
final class JsonLine {

  private static final Set<String> CONTROLS = Set.of("$op", "$mode", "$ifMatch", "$group");

  private JsonLine() {}

  /** Returns the line. An unreadable line becomes a refused one. */
  static BulkLine read(byte[] json, int lengthBytes, TornGroups groups) {
    try {
      var line = EntityLine.read(json, 0, lengthBytes);
      var group = groupOf(line.controls());
      return groups.pass(lineOf(line, group));
    } catch (InvalidRequestException e) {
      return refused(json, lengthBytes, e, groups);
    }
  }

  private static BulkLine lineOf(EntityLine line, Optional<String> group) {
    try {
      return new BulkLine.Change(writeOf(line), group);
    } catch (InvalidRequestException e) {
      return new BulkLine.Refused(e, group);
    }
  }

  private static BulkLine refused(
      byte[] json, int lengthBytes, TableServiceException cause, TornGroups groups) {
    try {
      var group = groupOf(EntityLine.controls(json, 0, lengthBytes));
      return groups.pass(new BulkLine.Refused(cause, group));
    } catch (InvalidRequestException groupUnknown) {
      return groups.unreadable(cause);
    }
  }

  /** Checks the name here, because a line with an invalid name has no known group. */
  private static Optional<String> groupOf(Map<String, String> controls) {
    var group = Optional.ofNullable(controls.get("$group"));
    group.ifPresent(BulkLine::requireGroup);
    return group;
  }

  private static Write writeOf(EntityLine line) {
    var controls = line.controls();
    var op = controls.getOrDefault("$op", "upsert");
    requireKnown(controls, op.equals("change"));
    var entity = line.entity();
    return switch (op) {
      case "insert" -> {
        requireNone(controls, op, "$mode", "$ifMatch");
        yield new Write.Insert(entity);
      }
      case "upsert" -> {
        requireNone(controls, op, "$ifMatch");
        yield new Write.Upsert(entity, mode(controls));
      }
      case "update" -> new Write.Update(entity, mode(controls), ifMatch(controls));
      case "delete" -> {
        requireNone(controls, op, "$mode");
        yield new Write.Delete(entity.key(), ifMatch(controls));
      }
      case "change" -> {
        requireNone(controls, op, "$mode");
        yield ChangeBody.change(entity, controls, ifMatch(controls));
      }
      default -> throw invalid("$op=" + op);
    };
  }

  private static void requireKnown(Map<String, String> controls, boolean changes) {
    for (var name : controls.keySet()) {
      if (!CONTROLS.contains(name) && !(changes && ChangeBody.isMember(name))) {
        throw invalid("members=" + controls.keySet() + " known=" + CONTROLS);
      }
    }
  }

  private static void requireNone(Map<String, String> controls, String op, String... names) {
    for (var name : names) {
      if (controls.containsKey(name)) {
        throw invalid("$op=" + op + " unexpected=" + name);
      }
    }
  }

  private static WriteMode mode(Map<String, String> controls) {
    var mode = controls.getOrDefault("$mode", "replace");
    return switch (mode) {
      case "replace" -> WriteMode.REPLACE;
      case "merge" -> WriteMode.MERGE;
      default -> throw invalid("$mode=" + mode);
    };
  }

  private static IfMatch ifMatch(Map<String, String> controls) {
    return IfMatch.parse(controls.getOrDefault("$ifMatch", IfMatch.ANY.header()));
  }

  private static InvalidRequestException invalid(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
