package io.weir.engine.disk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The names in a simulated folder: those that a program sees, and those on the medium. */
final class SimulatedNames {
  private Map<String, SimulatedContent> names = new TreeMap<>();
  private Map<String, SimulatedContent> durable = new TreeMap<>();
  private final List<Change> unforced = new ArrayList<>();

  private interface Change {
    void apply(Map<String, SimulatedContent> names);
  }

  List<String> list() {
    return List.copyOf(names.keySet());
  }

  @Nullable
  SimulatedContent find(String name) {
    return names.get(name);
  }

  void plant(String name, SimulatedContent content) {
    names.put(name, content);
  }

  void lose(String name) {
    names.remove(name);
  }

  SimulatedContent create(String name) throws IOException {
    if (names.containsKey(name)) {
      throw new IOException("simulated: name is taken name=" + name);
    }
    SimulatedContent content = new SimulatedContent();
    change(all -> all.put(name, content));
    return content;
  }

  void rename(String from, String to) throws IOException {
    SimulatedContent content = names.get(from);
    if (content == null) {
      throw new IOException("simulated: missing name=" + from);
    }
    change(all -> {
      all.remove(from, content);
      all.put(to, content);
    });
  }

  long bytesOf(String name) {
    SimulatedContent content = names.get(name);
    return content == null ? 0 : content.bytes().length;
  }

  void delete(String name) {
    SimulatedContent content = names.get(name);
    if (content != null) {
      change(all -> all.remove(name, content));
    }
  }

  void force() {
    durable = new TreeMap<>(names);
    unforced.clear();
  }

  void settle() {
    names.values().forEach(SimulatedContent::settle);
    force();
  }

  void cutPower(Random random) {
    names.values().forEach(content -> content.keepSomeSectors(random));
    Map<String, SimulatedContent> survivors = new TreeMap<>(durable);
    for (Change change : unforced) {
      if (random.nextBoolean()) {
        change.apply(survivors);
      }
    }
    survivors.values().forEach(SimulatedContent::forgetUnforced);
    names = survivors;
    force();
  }

  private void change(Change change) {
    change.apply(names);
    unforced.add(change);
  }
}
