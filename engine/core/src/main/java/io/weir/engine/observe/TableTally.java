package io.weir.engine.observe;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntitySize;
import io.weir.api.entity.Limits;
import io.weir.api.entity.PropertyCursor;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What was seen of one table: which properties are written and which are read, and how large
 * entities are. Numbers are weighted, apart from the largest sizes.
 *
 * <p>Belongs to one thread.
 */
public final class TableTally {

  private final NameBudget budget;
  private final Map<String, PropertyTally> properties = new HashMap<>();
  private final Set<String> read = new HashSet<>();
  private long reads;
  private long wholeReads;
  private long writes;
  private long stores;
  private long storedBytes;
  private int largestBytes;
  private int mostProperties;
  private int longestBytes;
  private String longest = "";
  private String lastPartition = "";
  private long storesInLast;
  private long advances;

  /** Whether a name was left out because the budget was used up. */
  private boolean namesLeftOut;

  TableTally(NameBudget budget) {
    this.budget = budget;
  }

  /**
   * Counts a read that answers these properties; all when {@code selected} is empty. Conditions
   * read further ones.
   */
  void read(Set<String> selected, Set<String> compared, long weight) {
    reads += weight;
    wholeReads += selected.isEmpty() ? weight : 0;
    selected.forEach(this::note);
    compared.forEach(this::note);
  }

  private void note(String name) {
    if (read.contains(name) || name.length() > Limits.PROPERTY_NAME_UNITS) {
      return; // no entity has a property with a longer name
    }
    if (budget.take()) {
      read.add(name);
    } else {
      namesLeftOut = true;
    }
  }

  void requested(long weight) {
    writes += weight;
  }

  /**
   * Counts a store that did not arrive in bulk, and whether its partition is the greatest one so
   * far.
   */
  void storedIn(String partitionKey, long weight) {
    var order = partitionKey.compareTo(lastPartition);
    if (order >= 0) {
      storesInLast += weight;
      advances += order > 0 && stores > 0 ? 1 : 0;
      lastPartition = partitionKey;
    }
    stores += weight;
  }

  /** Measures an entity that is stored. Decodes names, and no value. */
  void measure(Entity entity, long weight) {
    storedBytes += weight * entity.encoded().length;
    var size = EntitySize.ofKey(entity.key());
    var count = 0;
    for (var cursor = entity.properties(); cursor.next(); ) {
      size += EntitySize.ofProperty(cursor);
      count++;
      property(cursor, weight);
    }
    largestBytes = Math.max(largestBytes, size);
    mostProperties = Math.max(mostProperties, count);
  }

  private void property(PropertyCursor cursor, long weight) {
    var name = cursor.name();
    var tally = properties.get(name);
    if (tally == null && budget.take()) {
      tally = new PropertyTally();
      properties.put(name, tally);
    }
    if (tally == null) {
      namesLeftOut = true;
    } else {
      tally.wrote(cursor.nameLength() + cursor.valueLengthBytes(), weight);
    }
    compare(name, EntitySize.ofContent(cursor));
  }

  private void compare(String name, int bytes) {
    if (bytes > longestBytes) {
      longestBytes = bytes;
      longest = name;
    }
  }

  void add(TableTally other) {
    reads += other.reads;
    wholeReads += other.wholeReads;
    writes += other.writes;
    stores += other.stores;
    storesInLast += other.storesInLast;
    advances = Math.max(advances, other.advances);
    lastPartition =
        lastPartition.compareTo(other.lastPartition) > 0 ? lastPartition : other.lastPartition;
    storedBytes += other.storedBytes;
    largestBytes = Math.max(largestBytes, other.largestBytes);
    mostProperties = Math.max(mostProperties, other.mostProperties);
    compare(other.longest, other.longestBytes);
    namesLeftOut |= other.namesLeftOut;
    read.addAll(other.read);
    other.properties.forEach((name, tally) ->
        properties.computeIfAbsent(name, absent -> new PropertyTally()).add(tally));
  }

  /** Returns reads by key and answers to queries. */
  public long reads() {
    return reads;
  }

  /**
   * Returns the reads that selected no properties, and therefore were answered with all of them.
   */
  public long wholeReads() {
    return wholeReads;
  }

  /** Returns requests that write: single writes, batches, and operations of joint commits. */
  public long writes() {
    return writes;
  }

  /** Returns reads and writes. */
  public long requests() {
    return reads + writes;
  }

  /** Returns the writes that stored an entity, apart from bulk writes. */
  public long stores() {
    return stores;
  }

  /** Returns the bytes of the entities in all writes. */
  public long storedBytes() {
    return storedBytes;
  }

  /** Returns the stores whose partition was the greatest one at the time, on their loop. */
  public long storesInLast() {
    return storesInLast;
  }

  /**
   * Returns how often a greater partition took over as the last one, on the loop and in the window
   * in which it did most often.
   */
  public long advances() {
    return advances;
  }

  /** Returns the greatest partition of a store; empty when there was none. */
  public String lastPartition() {
    return lastPartition;
  }

  /** Returns the size of the largest entity in a write, in bytes as the limit counts them. */
  public int largestBytes() {
    return largestBytes;
  }

  /** Returns the number of properties of the entity with the most. */
  public int mostProperties() {
    return mostProperties;
  }

  /** Returns the length of the longest value, in bytes as the limits count them. */
  public int longestBytes() {
    return longestBytes;
  }

  /** Returns the property with the longest value; empty when there was none. */
  public String longest() {
    return longest;
  }

  /** Returns the properties that were written. */
  public Map<String, PropertyTally> properties() {
    return Collections.unmodifiableMap(properties);
  }

  /**
   * Whether a property may have been selected or compared. It is not known for certain when names
   * were left out.
   */
  public boolean mayBeRead(String name) {
    return namesLeftOut || read.contains(name);
  }
}
