package io.weir.engine.advice;

import io.weir.api.TableName;
import io.weir.api.entity.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * Entities come near a limit of their size.
 *
 * @param limit which limit
 * @param property the property with the longest value; empty for the other limits
 * @param largest the largest size that a write had
 */
public record EntityNearLimit(TableName table, Limit limit, String property, long largest)
    implements Advice {

  /** A limit on entities. */
  public enum Limit {
    /** Bytes of an entity, as the service counts them. */
    ENTITY_BYTES(Limits.ENTITY_BYTES),
    /** Properties of an entity. */
    PROPERTIES(Limits.PROPERTIES),
    /** Bytes of a value, as the service counts them: two for each character of a text. */
    VALUE_BYTES(Limits.BINARY_BYTES);

    private final long most;

    Limit(long most) {
      this.most = most;
    }

    /** Returns the largest size that is accepted. */
    public long most() {
      return most;
    }
  }

  static List<Advice> in(TableEvidence evidence) {
    var requests = evidence.requests();
    if (requests == null) {
      return List.of();
    }
    var found = new ArrayList<Advice>();
    var share = evidence.thresholds().nearLimit();
    if (requests.largestBytes() >= share * Limit.ENTITY_BYTES.most) {
      found.add(
          new EntityNearLimit(evidence.name(), Limit.ENTITY_BYTES, "", requests.largestBytes()));
    }
    if (requests.mostProperties() >= share * Limit.PROPERTIES.most) {
      found.add(
          new EntityNearLimit(evidence.name(), Limit.PROPERTIES, "", requests.mostProperties()));
    }
    if (requests.longestBytes() >= share * Limit.VALUE_BYTES.most) {
      found.add(new EntityNearLimit(
          evidence.name(), Limit.VALUE_BYTES, requests.longest(), requests.longestBytes()));
    }
    return found;
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.ENTITY_NEAR_LIMIT;
  }

  @Override
  public List<Evidence> evidence() {
    var evidence = new ArrayList<Evidence>();
    evidence.add(Evidence.of("limit", limit.name()));
    if (!property.isEmpty()) {
      evidence.add(Evidence.of("property", property));
    }
    evidence.add(Evidence.of("largest", largest));
    evidence.add(Evidence.of("most", limit.most));
    return evidence;
  }

  @Override
  public String finding() {
    return switch (limit) {
      case ENTITY_BYTES -> "Entities come near the largest size; a larger one is refused.";
      case PROPERTIES ->
        "Entities come near the largest number of properties; one with more is refused.";
      case VALUE_BYTES ->
        "Values of " + property + " come near the largest size; a longer one is refused.";
    };
  }

  @Override
  public String action() {
    return limit == Limit.PROPERTIES
        ? "Keep an entity's properties in several rows."
        : "Keep large values in parts, in rows of their own, or outside of the table with their address in the entity.";
  }

  @Override
  public String pattern() {
    return limit == Limit.PROPERTIES ? "wide-entities" : "large-values";
  }
}
