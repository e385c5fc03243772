package io.weir.search.index;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchedProperty;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;

/** Makes the documents of entities, and the terms that find them again. Immutable. */
final class EntityDocuments {

  static final String KEY = "key";
  private static final String GROUP = "group";
  private static final String PROPERTY = "property.";

  private final List<String> names;

  EntityDocuments(SearchDefinition definition) {
    this.names = definition.properties().stream().map(SearchedProperty::name).toList();
  }

  /** Returns the name of a property's field. The prefix keeps it apart from ours. */
  static String field(String property) {
    return PROPERTY + property;
  }

  /** Returns the document of an entity; empty when it has none of the properties as a string. */
  Optional<Document> of(byte[] key, int group, Entity entity) {
    var document = new Document();
    for (var name : names) {
      if (entity.get(name).orElse(null) instanceof EdmString text) {
        document.add(new TextField(field(name), text.value(), Store.NO));
      }
    }
    if (document.getFields().isEmpty()) {
      return Optional.empty();
    }
    document.add(new StringField(KEY, new BytesRef(key), Store.YES));
    document.add(new StringField(GROUP, Integer.toString(group), Store.NO));
    return Optional.of(document);
  }

  /** Returns the term of an encoded key. */
  static Term key(byte[] key) {
    return new Term(KEY, new BytesRef(key));
  }

  /** Returns the documents of a group whose keys lie in a range. */
  static Query range(byte[] from, byte[] to, int group) {
    return new BooleanQuery.Builder()
        .add(
            new TermRangeQuery(KEY, new BytesRef(from), new BytesRef(to), true, false),
            Occur.FILTER)
        .add(new TermQuery(new Term(GROUP, Integer.toString(group))), Occur.FILTER)
        .build();
  }
}
