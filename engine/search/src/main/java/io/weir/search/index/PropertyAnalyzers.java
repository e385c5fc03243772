package io.weir.search.index;

import io.weir.api.search.SearchDefinition;
import io.weir.api.search.TextAnalyzer;
import java.util.HashMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.miscellaneous.TruncateTokenFilter;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/** The analyzers of the fields of an index. */
public final class PropertyAnalyzers {

  /**
   * UTF-16 units of the longest term: a quarter of the 32,766 bytes of UTF-8 that Lucene takes. A
   * unit never needs more than three bytes.
   */
  static final int KEYWORD_UNITS = 8_191;

  private PropertyAnalyzers() {}

  /**
   * Returns the analyzer that treats each field as the definition says. Any thread; the caller
   * closes it.
   */
  static Analyzer of(SearchDefinition definition) {
    var byField = new HashMap<String, Analyzer>();
    for (var property : definition.properties()) {
      byField.put(EntityDocuments.field(property.name()), of(property.analyzer()));
    }
    return new PerFieldAnalyzerWrapper(new KeywordAnalyzer(), byField);
  }

  /** Returns the analyzer of a name. Any thread; the caller closes it. */
  public static Analyzer of(TextAnalyzer analyzer) {
    return switch (analyzer) {
      case STANDARD -> new StandardAnalyzer();
      case SIMPLE -> new SimpleAnalyzer();
      case KEYWORD -> new WholeText();
      case ENGLISH -> new EnglishAnalyzer();
    };
  }

  /** The text as one term, cut to what a term can hold. */
  private static final class WholeText extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
      var source = new KeywordTokenizer();
      return new TokenStreamComponents(source, new TruncateTokenFilter(source, KEYWORD_UNITS));
    }
  }
}
