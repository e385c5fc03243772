package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Search by hand, at a service without a text index: a table of words, each a partition with the
 * keys of the entities that have it.
 */
public interface WordTablePattern extends PatternDoor {

  @Test
  default void entitiesAreFoundByWords() {
    var remarks = table("Remarks");
    var words = table("Words");
    for (var remark :
        List.of("1 An owl at night", "2 Two owls", "3 A night gull", "4 owl, night")) {
      var id = remark.substring(0, 1);
      var text = remark.substring(2);
      await(saved(remarks, words, id, text).flux());
    }
    await(saved(remarks, words, "5", "An owl at night").flux());
    await(saved(remarks, words, "5", "An owl").flux());

    // snippet
    var both = Joins.inner(
            weir().query(words, Query.ALL.where("PartitionKey eq 'owl'")),
            Entity::rowKey,
            weir().query(words, Query.ALL.where("PartitionKey eq 'night'")),
            Entity::rowKey)
        .concatMap(
            pair -> weir().get(remarks, new EntityKey("Remarks", pair.left().rowKey())))
        .filter(remark ->
            wordsOf(remark.getString("Text").orElse("")).containsAll(Set.of("owl", "night")));
    // end of snippet

    assertThat(await(both.map(Entity::rowKey))).containsExactly("1", "4");
  }

  @Test
  default void anEntryThatIsLeftOverFindsNothing() {
    TableName words = table("Words");
    var remarks = table("Remarks");
    await(weir()
        .write(words, new Write.Insert(Entity.builder("owl", "9").build()))
        .flux());

    var found = weir()
        .query(words, Query.ALL.where("PartitionKey eq 'owl'"))
        .concatMap(entry -> weir()
            .get(remarks, new EntityKey("Remarks", entry.rowKey()))
            .filter(entity -> wordsOf(entity.getString("Text").orElse("")).contains("owl")));

    assertThat(await(found)).isEmpty();
  }

  private Mono<Void> saved(TableName remarks, TableName words, String id, String text) {
    // snippet
    var remarked = Entity.builder("Remarks", id).set("Text", text).build();
    var saved = Flux.fromIterable(wordsOf(text))
        .map(word -> Entity.builder(word, id).build())
        .concatMap(entry -> weir().write(words, new Write.Upsert(entry, WriteMode.REPLACE)))
        .then(weir().write(remarks, new Write.Upsert(remarked, WriteMode.REPLACE)));
    // end of snippet
    return saved.then();
  }

  private static Set<String> wordsOf(String text) {
    var words = new TreeSet<String>();
    for (var word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }
}
