package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.Member;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A member that remembers what it was told. A test may make it wait, or fail. */
final class RecordingMember implements Member {

  /** An entry with its place. Of a long one, only the beginning. */
  record Entry(Applied at, String text, int bytes) {}

  /** The role of which the member was told. */
  record Role(boolean leads, long term, @Nullable String leader) {}

  private static final int TEXT_BYTES = 64;

  private final World world;
  private final List<Entry> entries = new ArrayList<>();
  private final Set<String> texts = new HashSet<>();
  private final List<Role> roles = new ArrayList<>();
  private boolean held;
  private boolean inside;
  private @Nullable RuntimeException failure;

  RecordingMember(World world) {
    this.world = world;
  }

  @Override
  public void committed(Applied at, ByteBuffer entry) {
    world.change(() -> inside = true);
    world.until("the member may take an entry", () -> !held);
    RuntimeException thrown = failure;
    if (thrown != null) {
      throw thrown;
    }
    world.change(() -> {
      inside = false;
      entries.add(new Entry(at, text(entry), entry.remaining()));
      texts.add(text(entry));
    });
  }

  private static String text(ByteBuffer entry) {
    return UTF_8
        .decode(entry.slice(entry.position(), Math.min(TEXT_BYTES, entry.remaining())))
        .toString();
  }

  @Override
  public void leads(long term) {
    world.change(() -> roles.add(new Role(true, term, null)));
  }

  @Override
  public void follows(long term, @Nullable String leader) {
    world.change(() -> roles.add(new Role(false, term, leader)));
  }

  /** Tells how many entries it has, in place of a time. */
  @Override
  public long appliedTicks() {
    return entries.size();
  }

  /** Makes the member wait in its next entry. */
  void hold() {
    world.change(() -> held = true);
  }

  void release() {
    world.change(() -> held = false);
  }

  /** Makes the member throw at its next entry. */
  void failWith(RuntimeException thrown) {
    world.change(() -> failure = thrown);
  }

  boolean isWaiting() {
    return held && inside;
  }

  /** Called under the lock of the world, or when nothing changes any more. */
  List<Entry> entries() {
    return entries;
  }

  boolean has(String text) {
    return texts.contains(text);
  }

  List<Role> roles() {
    return List.copyOf(roles);
  }

  Role role() {
    return roles.isEmpty() ? new Role(false, -1, null) : roles.get(roles.size() - 1);
  }
}
