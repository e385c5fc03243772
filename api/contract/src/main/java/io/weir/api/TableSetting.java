package io.weir.api;

import io.weir.api.entity.AfterAge;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A kind of setting of a table, such as the rule by which its entities expire. A table has at most
 * one value of each.
 *
 * <p>Every way to a setting is made from {@link #ALL}: its address and JSON object in the REST
 * protocol, its command, its part of an archive and of a copied table, and its text in the catalog.
 * A new setting is a value here, and whatever obeys it; a member that names a property of entities
 * says so. Only the account's owner may see or change settings, because they decide over every
 * entity of the table.
 *
 * <p>Immutable; any thread.
 *
 * @param <T> the type of its values, which are immutable and have {@code equals}
 */
public final class TableSetting<T> {

  /**
   * The rule by which the table's entities expire. None: they do not expire. Entities that were
   * there before the rule expire by it too.
   *
   * <p>An expired entity is invisible at once: reads, queries and counts do not find it, an insert
   * succeeds over it, an update and a removal fail with {@code ResourceNotFound}, a merging upsert
   * starts from nothing, and the check that an entity is absent holds. The service removes expired
   * entities in the background. See {@link io.weir.api.entity} for the clock. When the rule is
   * cleared, expired entities that are not removed yet are visible again.
   */
  public static final TableSetting<Expiry> EXPIRY = new TableSetting<>(
      "expiry",
      "expiry",
      null,
      new Help(
          "the rule by which the entities of a table expire",
          "An expired entity is invisible at once and removed in the background. It cannot be had back.",
          "entities do not expire"),
      List.of(
          Member.property(
              "property", "NAME", "An entity expires at the moment in this DateTime property."),
          Member.text(
              "age",
              "DURATION",
              "An entity expires at this age since its last write: P7D, PT12H; 1 second to 36525 days.")),
      ExpiryMembers::of,
      ExpiryMembers::read);

  /**
   * What the table keeps for its change feed. Writes that begin after a change was acknowledged are
   * reported by it.
   */
  public static final TableSetting<FeedSettings> FEED = new TableSetting<>(
      "feed",
      "changeFeed",
      FeedSettings.DEFAULT,
      new Help(
          "what a table keeps for its change feed",
          "With before-images, 'weir changes' prints what was stored before each change, and its filter follows entities that leave it.",
          "no before-images"),
      List.of(
          Member.flag(
              "beforeImages",
              "Keep before-images: each write costs a look-up, and the entity before it once more in the log.")),
      settings -> Map.of("beforeImages", settings.beforeImages()),
      members ->
          members.get("beforeImages") instanceof Boolean keeps ? new FeedSettings(keeps) : null);

  /** All kinds, in the order in which they are listed. */
  public static final List<TableSetting<?>> ALL = List.of(EXPIRY, FEED);

  private final String name;
  private final String feature;
  private final @Nullable T standard;
  private final Help help;
  private final List<Member> members;
  private final Function<T, Map<String, Object>> write;
  private final Function<Map<String, Object>, @Nullable T> read;

  /** @param read returns null for members that are no value */
  private TableSetting(
      String name,
      String feature,
      @Nullable T standard,
      Help help,
      List<Member> members,
      Function<T, Map<String, Object>> write,
      Function<Map<String, Object>, @Nullable T> read) {
    this.name = name;
    this.feature = feature;
    this.standard = standard;
    this.help = help;
    this.members = members;
    this.write = write;
    this.read = read;
  }

  /** Returns the kind of this name; empty if there is none. */
  public static Optional<TableSetting<?>> named(String name) {
    return ALL.stream().filter(each -> each.name.equals(name)).findFirst();
  }

  /** Returns its name: a lower-case word. */
  public String name() {
    return name;
  }

  /** Returns what a service lacks that does not have this setting. */
  public String feature() {
    return feature;
  }

  /** Returns the value of a table for which none was set; empty if such a table has no value. */
  public Optional<T> standard() {
    return Optional.ofNullable(standard);
  }

  /** Returns the texts of its help. */
  public Help help() {
    return help;
  }

  /** Returns the members of which values consist. A value has some of them. */
  public List<Member> members() {
    return members;
  }

  /** Returns a value as its members: texts, or true and false. */
  public Map<String, Object> write(T value) {
    return write.apply(value);
  }

  /**
   * Returns the properties of entities that a value names. The service reads them, whoever else
   * does.
   */
  public Set<String> properties(T value) {
    var written = write(value);
    return members.stream()
        .filter(member -> member.namesProperty() && written.containsKey(member.name()))
        .map(member -> (String) written.get(member.name()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the value of these members. Fails with {@code InvalidInput} if they are not what
   * {@link #write} returns for some value, and as the values' own types do.
   */
  public T read(Map<String, Object> given) {
    var areKnown = given.entrySet().stream()
        .allMatch(each -> members.stream().anyMatch(member -> member.admits(each)));
    var value = areKnown ? read.apply(given) : null;
    if (value == null) {
      throw unexpected();
    }
    return value;
  }

  /** Returns the failure {@code InvalidInput} of a value of another form. */
  public InvalidRequestException unexpected() {
    var expected = members.stream()
        .map(member -> member.isFlag() ? member.name() + ":true|false" : member.name())
        .toList();
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + String.join("|", expected));
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * The texts of a setting's help.
   *
   * @param about what it is, after a verb
   * @param note a sentence about its effect
   * @param without what holds for a table without a value, or with the standard one
   */
  public record Help(String about, String note, String without) {}

  /**
   * A member of a setting's values.
   *
   * @param name in camel case
   * @param label what stands for the value of a text in a line of help; empty for a flag
   * @param description a sentence for the help
   * @param namesProperty whether its text is the name of a property of entities
   */
  public record Member(String name, String label, String description, boolean namesProperty) {

    static Member text(String name, String label, String description) {
      return new Member(name, label, description, false);
    }

    static Member property(String name, String label, String description) {
      return new Member(name, label, description, true);
    }

    static Member flag(String name, String description) {
      return new Member(name, "", description, false);
    }

    /** Returns whether its value is true or false, not a text. */
    public boolean isFlag() {
      return label.isEmpty();
    }

    private boolean admits(Map.Entry<String, Object> given) {
      return given.getKey().equals(name)
          && (isFlag() ? given.getValue() instanceof Boolean : given.getValue() instanceof String);
    }
  }

  /** The members of a rule of expiry: {@code property} or {@code age}. */
  private static final class ExpiryMembers implements Expiry.Handler<Map<String, Object>> {

    private static final ExpiryMembers WRITER = new ExpiryMembers();

    static Map<String, Object> of(Expiry rule) {
      return rule.dispatch(WRITER);
    }

    static @Nullable Expiry read(Map<String, Object> members) {
      if (members.size() != 1) {
        return null;
      }
      if (members.get("property") instanceof String property) {
        return new AtProperty(property);
      }
      return members.get("age") instanceof String age ? AfterAge.parse(age) : null;
    }

    @Override
    public Map<String, Object> atProperty(AtProperty expiry) {
      return Map.of("property", expiry.property());
    }

    @Override
    public Map<String, Object> afterAge(AfterAge expiry) {
      return Map.of("age", expiry.text());
    }
  }
}
