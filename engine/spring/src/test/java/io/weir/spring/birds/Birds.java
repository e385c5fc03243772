package io.weir.spring.birds;

import static io.weir.pattern.filter.Condition.where;

import io.weir.spring.WeirRepository;
import io.weir.spring.WeirTable;
import reactor.core.publisher.Flux;

/** A repository as an application declares it. */
@WeirTable("Birds")
public interface Birds extends WeirRepository<Bird> {

  default Flux<Bird> named(String name) {
    return findAll(where("name").is(name));
  }
}
