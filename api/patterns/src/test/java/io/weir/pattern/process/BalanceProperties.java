package io.weir.pattern.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.ETag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

/** Members that decide in turn, in a random order, from any distribution of leases. */
final class BalanceProperties {

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @RepeatedTest(200)
  void sharesBecomeEqualAndStayAsTheyAre() {
    var members = 1 + random.nextInt(6);
    var owners = new TreeMap<Integer, String>();
    var groups = 1 + random.nextInt(20);
    for (var group = 0; group < groups; group++) {
      owners.put(group, random.nextInt(4) == 0 ? Lease.FREE : "m" + random.nextInt(members));
    }
    for (var turn = 0; turn < (groups + 2) * members * members; turn++) {
      decide("m" + random.nextInt(members), members, owners, random.nextInt(10) == 0);
    }
    for (var turn = 0; turn < groups + 2; turn++) {
      IntStream.range(0, members).forEach(each -> decide("m" + each, members, owners, false));
    }
    var settled = new TreeMap<>(owners);
    IntStream.range(0, members).forEach(each -> decide("m" + each, members, owners, false));

    assertThat(owners).as("seed=%d", seed).isEqualTo(settled);
    var shares = IntStream.range(0, members)
        .map(each -> (int) owners.values().stream().filter(("m" + each)::equals).count())
        .summaryStatistics();
    assertThat(shares.getSum()).as("seed=%d", seed).isEqualTo(groups);
    assertThat(shares.getMax() - shares.getMin())
        .as("seed=%d %s", seed, owners)
        .isLessThanOrEqualTo(1);
  }

  private void decide(String member, int members, Map<Integer, String> owners, boolean oneExpires) {
    var held = new HashSet<Integer>();
    owners.forEach((group, owner) -> {
      if (owner.equals(member)) {
        held.add(group);
      }
    });
    var others = new HashSet<String>();
    IntStream.range(0, members).forEach(each -> others.add("m" + each));
    others.remove(member);
    var leases = new ArrayList<Lease>();
    owners.forEach(
        (group, owner) -> leases.add(new Lease(group, owner, 0, 0, ETag.ofTimestamp(1))));
    Set<Integer> expired = oneExpires ? Set.of(owners.keySet().iterator().next()) : Set.of();
    var wanted = new Balance(member, held, others).wanted(leases, expired);
    assertThat(wanted).doesNotHaveDuplicates().noneMatch(lease -> held.contains(lease.group()));
    wanted.forEach(lease -> owners.put(lease.group(), member));
  }
}
