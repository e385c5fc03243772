package io.weir.engine.advice;

import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.index.IndexDefinition;
import io.weir.engine.catalog.SettingText;
import io.weir.engine.catalog.Table;
import io.weir.engine.observe.QueryShape;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A property takes much of what is written, and no read selects or compares it.
 *
 * <p>The rule is silent about a table whose change feed may be read, and about one with a setting
 * that this package does not know, such as a full-text search: both read properties without a
 * query.
 *
 * @param bytes its bytes in all writes
 * @param share their share of the bytes of the table's writes
 * @param reads reads of the table; each selects properties. One read without a selection would
 *     silence the rule
 */
public record UnreadProperty(TableName table, String property, long bytes, double share, long reads)
    implements Advice {

  /** The setting in which the server keeps the stored access policies of a table. */
  private static final String ACCESS_POLICIES = "AccessPolicies";

  /** The settings of tables that read no property, or one that {@link #isNeeded} finds. */
  private static final Set<String> KNOWN_SETTINGS = Stream.concat(
          TableSetting.ALL.stream().map(SettingText::property), Stream.of(ACCESS_POLICIES))
      .collect(Collectors.toUnmodifiableSet());

  static List<Advice> in(TableEvidence evidence) {
    var requests = evidence.requests();
    var limits = evidence.thresholds();
    if (requests == null
        || requests.reads() < limits.unreadReads()
        || requests.wholeReads() > 0
        || evidence.isFollowed()
        || !KNOWN_SETTINGS.containsAll(evidence.table().settings().keySet())) {
      return List.of();
    }
    return requests.properties().entrySet().stream()
        .filter(each -> !requests.mayBeRead(each.getKey()))
        .filter(each -> !isNeeded(each.getKey(), evidence.table()))
        .filter(each -> TableEvidence.share(each.getValue().bytes(), requests.storedBytes())
            >= limits.unreadShare())
        .sorted(Map.Entry.comparingByKey())
        .<Advice>map(each -> new UnreadProperty(
            evidence.name(),
            each.getKey(),
            each.getValue().bytes(),
            TableEvidence.share(each.getValue().bytes(), requests.storedBytes()),
            requests.reads()))
        .toList();
  }

  /** Whether an index or a setting needs a property. */
  private static boolean isNeeded(String name, Table table) {
    return TableSetting.ALL.stream().anyMatch(setting -> reads(table, setting, name))
        || table.indexes().stream().anyMatch(index -> reads(index.definition(), name));
  }

  private static <T> boolean reads(Table table, TableSetting<T> setting, String name) {
    return table.setting(setting).map(setting::properties).orElse(Set.of()).contains(name);
  }

  private static boolean reads(IndexDefinition index, String name) {
    return index.properties().stream().anyMatch(each -> each.name().equals(name))
        || QueryShape.propertiesOf(index.where()).contains(name);
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.UNREAD_PROPERTY;
  }

  @Override
  public List<Evidence> evidence() {
    return List.of(
        Evidence.of("property", property),
        Evidence.percent("sharePercent", share),
        Evidence.of("bytes", bytes),
        Evidence.of("reads", reads),
        Evidence.of("readsThatNameIt", 0));
  }

  @Override
  public String finding() {
    return "No read names the property " + property + ", which takes much of what is written.";
  }

  @Override
  public String action() {
    return "If no rare read needs it, stop storing it. If one does, keep it in a row of its own, so that other reads and writes do not carry"
        + " it.";
  }

  @Override
  public String pattern() {
    return "large-values";
  }
}
