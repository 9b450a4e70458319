//! Nicknames and lists of rule sets, on all boards.

use super::*;

fn rules(text: &str) -> Result<RuleSet, RulesError> {
    text.parse()
}

#[test]
fn named_sets_print_as_their_names_and_lists_as_lists() {
    for (name, list) in NAMED {
        assert_eq!(rules(list).map(|r| r.to_string()), Ok(name.to_string()));
        assert_eq!(rules(list), rules(&name.to_uppercase()));
    }
    assert_eq!(rules("classical"), Ok(RuleSet::default()));
    for text in
        ["(XA, OA-d4, XA, OA, ...)", "(X1, O23-g7a1, OA, XA, ...)", "(XA, OA, OA, XA, XA, OA, ...)"]
    {
        assert_eq!(rules(text).map(|r| r.to_string()), Ok(text.to_string()));
    }
    let full = format!("({}XA-a1)", "XA, OA, ".repeat(24));
    assert_eq!(rules(&full), Err(RulesError::Stuck(49)));
    let full = format!("({}OA)", "XA, OA, ".repeat(24));
    assert_eq!(rules(&full).map(|r| r.to_string()), Ok(full));
}

#[test]
fn every_size_has_the_named_sets() {
    for size in SIZES {
        for (name, _) in NAMED {
            let set = rules(&format!("{size}:{name}")).expect(name);
            assert_eq!((set.size(), set.plies().len()), (size, size * size));
            assert_eq!(set.to_string().parse(), Ok(set.clone()), "{set}");
            assert_eq!(format!("{size}:{}", set.list()).parse(), Ok(set));
        }
    }
    let text = |set: &str| rules(set).map(|set| (set.to_string(), set.list()));
    let pair = |set: &str, list: &str| Ok((set.to_string(), list.to_string()));
    assert_eq!(text("5"), pair("5", "(XA, OA, ...)"));
    assert_eq!(text("7:modern"), pair("modern", "(XA, O1, O3, XA, OA, ...)"));
    assert_eq!(text("6:viennese"), pair("6:viennese", "(XA, O2, O3, XA, OA, ...)"));
    assert_eq!(text("5 : Spanish"), pair("5:spanish", "(XA, O1-c3, O1-c3, XA, OA, ...)"));
    // Ring 3 is the outermost ring of a board without it, and d4 its centre, if it has one.
    assert_eq!(text("5:postmodern"), pair("5:modern", "(XA, O1, O2, XA, OA, ...)"));
    assert_eq!(text("4:spanish"), pair("4:spanish", "(XA, O1, O1, XA, OA, ...)"));
    assert_eq!(text("3:swiss"), pair("3:swiss", "(XA, OA-b2, OA, OA, XA, ...)"));
    assert_eq!(text("5:(XA, O1-b2, XA, OA, ...)"), {
        pair("5:(XA, O1-b2, XA, OA, ...)", "(XA, O1-b2, XA, OA, ...)")
    });
    assert_eq!(rules("2"), Err(RulesError::Size(2)));
    assert_eq!(rules("8:modern"), Err(RulesError::Size(8)));
    assert!(matches!(rules("5:gothic"), Err(RulesError::Syntax { .. })));
    assert!(matches!(rules("5:(XA, O1-g7, XA, OA, ...)"), Err(RulesError::Syntax { .. })));
    let short = RulesError::Length { needed: 9, has: 2 };
    assert_eq!(rules("3:(XA, OA)"), Err(short));
    for odd in ["5:", ":", "5:5", "+5", "0x5", "99999999999999999999"] {
        assert!(rules(odd).is_err(), "{odd}");
    }
}

#[test]
fn spaces_and_case_do_not_matter() {
    assert_eq!(rules("(xa,o1,o3,xa,oa,...)"), rules("modern"));
    assert_eq!(rules("  ( XA , O1 , O3 , XA , OA , ... ) "), rules("modern"));
    assert_eq!(rules("(XA, O321, XA, OA, ...)"), rules("classical"));
}

#[test]
fn swiss_and_mallorcan_allow_the_squares_of_the_original_program() {
    let swiss = rules("swiss").map(|r| (1..4).map(|i| r.allowed(i).count_ones()).collect());
    assert_eq!(swiss, Ok(vec![48, 40, 24]));
    let mallorcan = rules("mallorcan").map(|r| (1..4).map(|i| r.allowed(i).count_ones()).collect());
    assert_eq!(mallorcan, Ok(vec![48, 24, 24]));
    assert_eq!(rules("swiss").map(|r| r.unrestricted_from()), Ok(4));
    assert_eq!(rules("classical").map(|r| r.unrestricted_from()), Ok(0));
}

#[test]
fn a_malformed_rule_set_is_refused_with_the_reason() {
    assert!(matches!(rules("gothic"), Err(RulesError::Syntax { .. })));
    for bad in ["", "()", "(XA", "(XA, OB, ...)", "(XA, O14, ...)", "(XA, OA-, ...)", "(XA OA)"] {
        assert!(matches!(rules(bad), Err(RulesError::Syntax { .. })), "{bad}");
    }
    assert_eq!(rules("(OA, XA, ...)"), Err(RulesError::FirstPly));
    assert_eq!(rules("(XA, O1, ...)"), Err(RulesError::Repetition));
    assert_eq!(rules("(XA, XA, ...)"), Err(RulesError::Repetition));
    assert_eq!(rules("(XA, ...)"), Err(RulesError::Repetition));
    assert_eq!(rules("(XA, OA)"), Err(RulesError::Length { needed: 49, has: 2 }));
    let long = format!("({}OA, XA, ...)", "XA, OA, ".repeat(25));
    assert_eq!(rules(&long), Err(RulesError::Length { needed: 49, has: 52 }));
}

#[test]
fn a_ply_that_can_be_stuck_is_refused() {
    let only_centre = "1-c5d5e5c4e4c3d3e3";
    let text = format!("(X{only_centre}, O{only_centre}, XA, OA, ...)");
    assert_eq!(rules(&text), Err(RulesError::Stuck(2)));
    assert_eq!(rules(&format!("(XA, O{only_centre}, XA, OA, ...)")), Err(RulesError::Stuck(2)));
    // Nine plies can fill ring 1 before the tenth, which needs a square
    // there, unless one of the nine is restricted to another ring.
    let inside = "X1, O1, ".repeat(4);
    assert_eq!(rules(&format!("({inside}X1, O1, XA, OA, ...)")), Err(RulesError::Stuck(10)));
    assert!(rules(&format!("({inside}X2, O1, XA, OA, ...)")).is_ok());
}
